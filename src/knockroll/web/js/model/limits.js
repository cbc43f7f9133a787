/** What the server allows. Written by scripts/schema.py from the constants in Python: change it there. */

/** Characters of a display name. */
export const LONGEST_NAME = 24;
