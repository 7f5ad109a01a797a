/// Writes the stacks of all threads of this process to standard error: modules, offsets and the names that are exported.
void show_all_stacks(void);
