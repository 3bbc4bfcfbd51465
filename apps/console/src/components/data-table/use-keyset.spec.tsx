/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { address, DomStage } from '../testing/drawn.js';
import { type KeysetList, useKeyset } from './use-keyset.js';
import { PAGE_SIZE } from './keyset.js';

interface Row {
  id: number;
}
interface Fetched {
  currentData?: readonly Row[];
  error?: unknown;
}

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

let list: KeysetList<Row>;
/** Like a query, has the rows of its own address alone. */
function List({ currentData, error, of }: Fetched & { of: string }) {
  const isOwn = useLocation().search === of;
  list = useKeyset<Row>({ currentData: isOwn ? currentData : undefined, error }, ({ id }) => id);
  return null;
}

/** Rows of one page and one more, by which it is known that there are others. */
const from = (first: number, count: number): Row[] => Array.from({ length: count }, (_, i) => ({ id: first - i }));
const full = from(100, PAGE_SIZE + 1);
const lastShown = 100 - PAGE_SIZE + 1;
function open(fetched: Fetched, query = '') {
  const { redraw } = stage.draw(<List {...fetched} of={query} />, { path: `/history${query}` });
  return (next: Fetched) => redraw(<List {...next} of={query} />);
}

describe('a list that is read page by page', () => {
  it('should lead to older rows where there are some, as a step to go back by', () => {
    open({ currentData: full });
    const steps = history.length;
    act(() => list.onOlder?.());
    expect(address()).toBe(`/history?before=${lastShown}`);
    expect(history.length).toBe(steps + 1);
  });

  it('should lead nowhere where it is whole', () => {
    open({ currentData: from(3, 3) });
    expect([list.onNewest, list.onNewer, list.onOlder]).toEqual([undefined, undefined, undefined]);
  });

  it('should lead back to newer rows, and to the newest by an address without a place', () => {
    open({ currentData: full }, '?before=101&status=error');
    act(() => list.onNewer?.());
    expect(address()).toBe('/history?status=error&after=100');
    act(() => list.onNewest?.());
    expect(address()).toBe('/history?status=error');
  });

  it('should take the place out of the address when it turns out to be the first page', () => {
    open({ currentData: from(3, 3) }, '?after=1');
    expect(address()).toBe('/history');
  });

  it('should show the page before until the next one is there', () => {
    const answer = open({ currentData: full });
    answer({});
    expect(list.rows?.[0]).toEqual({ id: 100 });
    answer({ currentData: from(9, 2) });
    expect(list.rows).toEqual(from(9, 2));
  });

  it('should show no rows of another page in the place of one that failed', () => {
    const answer = open({ currentData: full });
    answer({ error: new Error('away') });
    expect(list.rows).toBeUndefined();
  });

  it.each(['0', '-1', 'x', '2147483648'])('should begin at the newest for a place of "%s"', (place) => {
    open({ currentData: full }, `?before=${place}`);
    act(() => list.onOlder?.());
    expect(address()).toContain(`before=${lastShown}`);
    expect(list.onNewer).toBeUndefined();
  });
});
