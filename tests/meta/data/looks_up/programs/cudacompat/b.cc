#include "base/elsewhere/b.h"

#include "a.h"
#include "base/bytes/b.h"
