#include <string>
#include "model/b.h"
#include "verdict/verdict.h"
