#include <string>
#include "base/model/b.h"
#include "judge/verdict/verdict.h"
