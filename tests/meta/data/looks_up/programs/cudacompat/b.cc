#include "a.h"
#include "base/elsewhere/b.h"
#include "base/bytes/b.h"
