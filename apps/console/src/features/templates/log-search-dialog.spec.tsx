/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TaskLogMatch, Template } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { LogSearchDialog } from './log-search-dialog.js';

const stage = new DomStage();
const SEARCH = 'GET project/1/templates/3/logs/search';
const match = (task_id: number) =>
  rowOf(TaskLogMatch, { task_id, status: 'error', line: 4, text: `fatal ${task_id}`, count: 1 });

beforeEach(async () => {
  await stage.start();
  stage.draw(<LogSearchDialog template={rowOf(Template, { id: 3, project_id: 1 })} onClosed={jest.fn()} />);
});
afterEach(() => stage.stop());

const search = (text: string) => person.type(screen.getByRole('searchbox'), `${text}{Enter}`);
const searches = (): string[] => stage.server.calls.map(({ line }) => line).filter((line) => line.startsWith(SEARCH));
const answer = (tasks: TaskLogMatch[], next: number | null) =>
  stage.server.answer(SEARCH, { tasks, searched: 50, next });

describe('the search in the logs of a template', () => {
  it('should look for nothing before Enter, nor for blanks', async () => {
    await person.type(screen.getByRole('searchbox'), 'fatal');
    expect(searches()).toEqual([]);
    await person.clear(screen.getByRole('searchbox'));
    await search('  ');
    await stage.settle();
    expect(searches()).toEqual([]);
  });

  it('should lead to the line in each task, counted from 1', async () => {
    answer([match(7)], null);
    await search('fatal');
    await screen.findByText('fatal 7');
    expect(screen.getByRole('link').getAttribute('href')).toContain('#L5');
    expect(screen.queryByRole('button', { name: /older/i })).toBeNull();
  });

  it('should go on with older tasks below those that were found', async () => {
    answer([match(7)], 6);
    await search('fatal');
    await screen.findByText('fatal 7');
    answer([match(5)], null);
    await person.click(screen.getByRole('button', { name: /older/i }));
    await screen.findByText('fatal 5');
    expect(screen.queryByText('fatal 7')).not.toBeNull();
    expect(searches().at(-1)).toContain('before=6');
    expect(screen.queryByRole('button', { name: /older/i })).toBeNull();
  });

  it('should start over with another text', async () => {
    answer([match(7)], 6);
    await search('fatal');
    await person.click(await screen.findByRole('button', { name: /older/i }));
    await waitFor(() => expect(searches()).toHaveLength(2));
    await search('x');
    await waitFor(() => expect(searches()).toHaveLength(3));
    await stage.settle();
    expect(searches().slice(2).join()).not.toContain('before');
  });
});
