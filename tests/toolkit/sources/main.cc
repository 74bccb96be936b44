// SPDX-License-Identifier: Apache-2.0

// The host side of the programs; nothing here is ever run.
int main() { return 0; }
