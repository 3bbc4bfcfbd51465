/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { DomStage, person } from '../testing/drawn.js';
import { type Selection, useSelection } from './use-selection.js';

interface Row {
  id: number;
  mayStop: boolean;
}

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

let selection: Selection<Row>;

function List({ rows }: { rows: readonly Row[] }) {
  selection = useSelection(rows, {
    keyOf: ({ id }) => id,
    nameOf: ({ id }) => `task ${id}`,
    isOffered: ({ mayStop }) => mayStop,
  });
  return (
    <>
      {selection.column.title}
      {rows.map((row) => (
        <p key={row.id}>{selection.mark(row)}</p>
      ))}
    </>
  );
}

const rowsTo = (last: number, ended: readonly number[] = []): Row[] =>
  Array.from({ length: last }, (_, i) => ({ id: i + 1, mayStop: !ended.includes(i + 1) }));
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const all = () => box(/all/i);
const chosen = (): number[] => selection.chosen.map(({ id }) => id);

describe('rows that are chosen in a list', () => {
  it('should be in the order of the list, not of the presses', async () => {
    stage.draw(<List rows={rowsTo(3)} />);
    await person.click(box('Select task 3'));
    await person.click(box('Select task 1'));
    expect(chosen()).toEqual([1, 3]);
    await person.click(box('Select task 3'));
    expect(chosen()).toEqual([1]);
  });

  it('should be all that can be chosen with one press, and none with the next', async () => {
    stage.draw(<List rows={rowsTo(3, [2])} />);
    expect(screen.queryByRole('checkbox', { name: 'Select task 2' })).toBeNull();
    await person.click(all());
    expect(chosen()).toEqual([1, 3]);
    await person.click(all());
    expect(chosen()).toEqual([]);
  });

  it('should leave the place of the box in a row that cannot be chosen, beside others that can', () => {
    const places = (rows: Row[]): number => {
      const { container, unmount } = stage.draw(<List rows={rows} />);
      const count = container.querySelectorAll('p .sy-check').length;
      unmount();
      return count;
    };
    expect([places(rowsTo(3, [2])), places(rowsTo(2, [1, 2]))]).toEqual([3, 0]);
  });

  it('should show that only some are chosen', async () => {
    stage.draw(<List rows={rowsTo(2)} />);
    await person.click(box('Select task 1'));
    expect([all().indeterminate, all().checked]).toEqual([true, false]);
    await person.click(box('Select task 2'));
    expect([all().indeterminate, all().checked]).toEqual([false, true]);
  });

  it('should lose those that leave the list or can be chosen no more', async () => {
    const { redraw } = stage.draw(<List rows={rowsTo(3)} />);
    await person.click(all());
    redraw(<List rows={rowsTo(2, [1])} />);
    expect(chosen()).toEqual([2]);
  });

  it('should be one hundred at most', async () => {
    stage.draw(<List rows={rowsTo(102)} />);
    await person.click(all());
    expect(chosen()).toHaveLength(100);
    await person.click(box('Select task 102'));
    expect(chosen()).toHaveLength(100);
    expect(chosen()).toContain(102);
  });

  it('should be none once they are cleared, and count as used', async () => {
    stage.draw(<List rows={rowsTo(1)} />);
    expect(selection.isUsed).toBe(false);
    await person.click(all());
    act(() => selection.clear());
    expect(chosen()).toEqual([]);
    expect(selection.isUsed).toBe(true);
  });

  it('should have no box for all where nothing can be chosen', () => {
    stage.draw(<List rows={rowsTo(1, [1])} />);
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    expect(selection.isOffered).toBe(false);
  });
});
