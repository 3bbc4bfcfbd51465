/** How many tasks of a list a text is looked for in. */
export const SEARCHED_TASKS = 10_000;
