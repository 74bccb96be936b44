// The host side of the programs; nothing here is ever run.
int main() { return 0; }
