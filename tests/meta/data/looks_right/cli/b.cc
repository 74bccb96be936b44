#include "a.h"
#include "elsewhere/b.h"
#include "bytes/b.h"
