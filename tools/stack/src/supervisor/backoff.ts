/** Seconds to wait before a program that ended `failures` times in a row is started again: 1, 2, 4 … 30. */
export function backoffSeconds(failures: number): number {
  return Math.min(2 ** Math.max(failures - 1, 0), 30);
}
