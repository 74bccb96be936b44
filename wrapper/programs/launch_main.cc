// SPDX-License-Identifier: Apache-2.0
#include "programs/launch/launch.h"

int main(int argc, char** argv) { return cudacompat::launch(argc, argv); }
