/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { DomStage } from '../../components/testing/drawn.js';
import { useFoundLines } from './use-found-lines.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

let found: readonly number[] | null;
function Search({ expression }: { expression: string | null }) {
  found = useFoundLines({ project_id: 1, id: 7 }, expression);
  return null;
}

const SEARCH = 'GET project/1/tasks/7/search';

describe('lines of a log that match', () => {
  it('should be unknown until they are found, then counted from 1', async () => {
    stage.server.answer(SEARCH, { lines: [0, 4] });
    stage.draw(<Search expression="fatal: .*" />);
    expect(found).toBeNull();
    await waitFor(() => expect(found).toEqual([1, 5]));
    expect(stage.server.lines()).toEqual([`${SEARCH}?q=fatal%3A+.*&regex=true&case=true`]);
  });

  it('should be none, and nothing be searched, without an expression', () => {
    stage.draw(<Search expression={null} />);
    expect(found).toEqual([]);
    expect(stage.server.lines()).toEqual([]);
  });

  it('should be none when the search fails, so that the log opens', async () => {
    stage.server.answer(SEARCH, 503);
    stage.draw(<Search expression="x" />);
    await waitFor(() => expect(found).toEqual([]));
  });

  it('should be unknown again while another expression is searched', async () => {
    stage.server.answer(`${SEARCH}?q=a`, { lines: [0] });
    stage.server.answer(`${SEARCH}?q=b`, { lines: [1] });
    const { redraw } = stage.draw(<Search expression="a" />);
    await waitFor(() => expect(found).toEqual([1]));
    redraw(<Search expression="b" />);
    expect(found).toBeNull();
    await waitFor(() => expect(found).toEqual([2]));
  });
});
