#include <string>

#include "base/model/b.h"
