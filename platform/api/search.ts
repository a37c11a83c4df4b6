/** A LIKE pattern for texts that hold this one: its wildcards stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Whether PostgreSQL can look for a text at all; one with a NUL can't be in it either. */
export const isSearchable = (text: string | undefined): boolean => !text?.includes("\u0000");
