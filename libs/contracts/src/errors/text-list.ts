/** Most items of a list in a problem, and about how many characters they have together. */
export const MAX_LIST_ITEMS = 50;
const MAX_LIST_LENGTH = 1_000;

/** Whether a parameter of a problem is a list, which every language joins in a way of its own. */
export const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value);

/** The items as a parameter of a problem. Items beyond the bounds of a list become one "…"; none is cut. */
export function textList(items: readonly string[]): string[] {
  const fits = (count: number): boolean => items.slice(0, count).join('').length <= MAX_LIST_LENGTH;
  if (items.length <= MAX_LIST_ITEMS && fits(items.length)) {
    return [...items];
  }
  let count = Math.min(items.length, MAX_LIST_ITEMS - 1);
  while (count > 1 && !fits(count)) {
    count--;
  }
  return items.length === count ? [...items] : [...items.slice(0, count), '…'];
}
