/**
 * Cuts rows into lists, in their order. A row that is larger than `bytes` stands alone.
 * @param sizeOf bytes of a row
 * @param most of a list
 */
export function splitRows<T>(
  rows: readonly T[],
  sizeOf: (row: T) => number,
  most: { rows: number; bytes: number },
): T[][] {
  const lists: T[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    const list = lists.at(-1);
    if (list && list.length < most.rows && bytes + size <= most.bytes) {
      list.push(row);
      bytes += size;
    } else {
      lists.push([row]);
      bytes = size;
    }
  }
  return lists;
}
