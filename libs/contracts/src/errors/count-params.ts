/** Values of texts that are numbers of things. Ids, codes and lines of a log are numbers too, and stay as they are. */
const COUNTS: ReadonlySet<string> = new Set([
  'count',
  'max',
  'min',
  'added',
  'changed',
  'removed',
  'total',
  'done',
  'levels',
  'seconds',
  'minutes',
  'bytes',
  'megabytes',
  'seats',
]);

/** Whether the value of this name in a text is grouped as the language does, such as 12,345. */
export const isCount = (name: string): boolean => COUNTS.has(name);
