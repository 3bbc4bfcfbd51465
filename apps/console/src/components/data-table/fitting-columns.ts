import type { Column } from './column.js';

/** Least room of a column in pixels; `undefined`: the table is laid out by its contents. */
const leastWidth = <Row>({ width, min }: Column<Row>): number | undefined => width ?? min;

/** Whether each column states what it needs, so that the table can be laid out by arithmetic. */
export const isSized = <Row>(columns: readonly Column<Row>[]): boolean =>
  columns.some(({ min }) => min !== undefined) && columns.every((column) => leastWidth(column) !== undefined);

/**
 * The columns that fit into a row, in their order: while there are too many, the one with the highest `rank` goes.
 * Columns without a rank stay. Those without a width share what room is left, by their `grow`.
 * @param room in pixels
 */
export function fittingColumns<Row>(columns: readonly Column<Row>[], room: number): Column<Row>[] {
  const kept = [...columns];
  const needed = (): number => kept.reduce((sum, column) => sum + (leastWidth(column) ?? 0), 0);
  while (needed() > room) {
    const rank = Math.max(...kept.map((column) => column.rank ?? 0));
    if (rank <= 0) {
      break;
    }
    kept.splice(
      kept.findIndex((column) => column.rank === rank),
      1,
    );
  }
  return widened(kept, room - needed());
}

function widened<Row>(columns: readonly Column<Row>[], rest: number): Column<Row>[] {
  const growth = ({ min, grow = 1 }: Column<Row>): number => (min === undefined ? 0 : grow);
  const shares = columns.reduce((sum, column) => sum + growth(column), 0);
  return columns.map((column) =>
    column.min === undefined
      ? column
      : { ...column, width: column.min + Math.floor((Math.max(0, rest) * growth(column)) / shares) },
  );
}
