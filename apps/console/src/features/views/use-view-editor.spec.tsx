/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { View } from '@switchyard/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { EditViewsDialog } from './edit-views-dialog.js';

const stage = new DomStage();
const LIST = 'GET project/1/views';

beforeEach(async () => {
  await stage.start();
  const views = ['Build', 'Deploy'].map((title, i) =>
    rowOf(View, { id: i + 1, project_id: 1, title, position: i + 1 }),
  );
  views.forEach((view) => stage.server.answer(`${LIST}/${view.id}`, view));
  stage.server.answer(LIST, views);
  stage.draw(<EditViewsDialog projectId={1} onClosed={() => undefined} />);
  await screen.findByDisplayValue('Deploy');
  stage.server.lines();
});
afterEach(() => stage.stop());

const title = (value: string) => screen.getByDisplayValue<HTMLInputElement>(value);
const lineOf = (value: string) => within(title(value).closest('li') ?? document.body);
const writes = () => stage.server.calls.filter(({ line }) => !line.startsWith('GET'));
const press = (value: string, name: RegExp) => person.click(lineOf(value).getByRole('button', { name }));

describe('the views of a project', () => {
  it('should save a new title by itself, at the place that the view has by then', async () => {
    await person.type(title('Build'), 's');
    await press('Builds', /save/i);
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]).toMatchObject({ line: 'PUT project/1/views/1', body: { title: 'Builds', position: 1 } });
  });

  it('should overwrite no title that somebody else has changed', async () => {
    stage.server.answer(`${LIST}/1`, rowOf(View, { id: 1, project_id: 1, title: 'Theirs', position: 1 }));
    await person.type(title('Build'), 's');
    await press('Builds', /save/i);
    await screen.findByText(/Theirs/);
    expect(writes()).toEqual([]);
    expect(title('Builds')).toBeDefined();
  });

  it('should send no empty title', async () => {
    await person.clear(title('Build'));
    await press('', /save/i);
    expect(writes()).toEqual([]);
    expect(title('').getAttribute('aria-invalid')).toBe('true');
  });

  it('should add a view at the end', async () => {
    await person.click(screen.getByRole('button', { name: 'Add view' }));
    await person.type(title(''), 'Test');
    await press('Test', /save/i);
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]).toMatchObject({ line: 'POST project/1/views', body: { title: 'Test', position: 3 } });
  });

  it('should send no new view without a title, and forget it at Escape', async () => {
    await person.click(screen.getByRole('button', { name: 'Add view' }));
    await person.type(title(''), '{Enter}');
    await screen.findByRole('alert');
    expect(writes()).toEqual([]);
    await person.type(title(''), '{Escape}');
    await waitFor(() => expect(screen.queryByDisplayValue('')).toBeNull());
  });

  it('should take back what was typed, and show what the server has by then', async () => {
    await person.type(title('Build'), 's');
    stage.server.answer(LIST, [rowOf(View, { id: 1, project_id: 1, title: 'Theirs' })]);
    await press('Builds', /undo/i);
    await screen.findByDisplayValue('Theirs');
    expect(writes()).toEqual([]);
  });

  it('should move by the arrow keys of the handle, and stay at the ends', async () => {
    act(() => lineOf('Deploy').getByRole('button', { name: /^Move/ }).focus());
    await person.keyboard('{ArrowDown}');
    expect(writes()).toEqual([]);
    await person.keyboard('{ArrowUp}');
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]?.body).toEqual({ 1: 2, 2: 1 });
  });

  it('should delete a view after a question alone', async () => {
    await press('Build', /delete/i);
    expect(writes()).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Delete view' }));
    await waitFor(() => expect(writes().map(({ line }) => line)).toEqual(['DELETE project/1/views/1']));
  });
});
