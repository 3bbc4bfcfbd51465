let lastKey = 0;

/** A key of a line of a form that no other line of this page has. */
export const nextKey = (): number => (lastKey += 1);
