/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SurveyVariable, Template, View } from '@switchyard/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { DomStage, person } from '../components/testing/drawn.js';
import { rowOf } from '../components/testing/row-of.js';
import { TemplateSelection } from './template-selection.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const template = (id: number, members: Partial<Template> = {}) =>
  rowOf(Template, { id, project_id: 1, name: `Template ${id}`, app: 'bash', playbook: 'run.sh', ...members });
const question = rowOf(SurveyVariable, { name: 'city', title: 'City', required: true });
const dialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => person.click(dialog().getByRole('button', { name }));
const sent = (start: string): unknown[] =>
  stage.server.calls.filter(({ line }) => line.startsWith(start)).map(({ line, body }) => [line, body]);

async function ask(button: string, templates: Template[]) {
  const onClear = jest.fn();
  stage.draw(<TemplateSelection templates={templates} onClear={onClear} />);
  await person.click(screen.getByRole('button', { name: button }));
  return onClear;
}

describe('what is done with several templates', () => {
  it('should start each once it is confirmed, by a key of its own', async () => {
    const onClear = await ask('Run', [template(4), template(5)]);
    expect(sent('POST')).toEqual([]);
    await press('Run');
    await waitFor(() => expect(onClear).toHaveBeenCalled());
    expect(sent('POST project/1/tasks')).toEqual(
      [4, 5].map((id) => ['POST project/1/tasks', expect.objectContaining({ template_id: id })]),
    );
    const keys = stage.server.calls.map(({ headers }) => headers.get('idempotency-key')).filter((key) => key !== null);
    expect(new Set(keys).size).toBe(2);
  });

  it('should keep the choice when one could not be started', async () => {
    stage.server.answer('POST project/1/tasks', 409);
    const onClear = await ask('Run', [template(4)]);
    await press('Run');
    await dialog().findByText('Failed');
    await person.click(dialog().getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onClear).not.toHaveBeenCalled();
  });

  it('should leave out those that must be answered first, and say so', async () => {
    const onClear = await ask('Run', [template(4), template(5, { survey_vars: [question] })]);
    expect(dialog().getByText('Left out: its questions have no default answers.')).toBeDefined();
    await press('Run');
    await dialog().findByText('Done');
    expect(sent('POST project/1/tasks')).toHaveLength(1);
    expect(onClear).not.toHaveBeenCalled();
  });

  it.each([
    ['Greek', 9],
    ['None', null],
  ])('should move each to the chosen view, or out of all: %s', async (choice, view) => {
    stage.server.answer('GET project/1/views', [rowOf(View, { id: 9, title: 'Greek' })]);
    const onClear = await ask('Move', [template(4), template(5)]);
    expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(true);
    await person.click(dialog().getByRole('combobox', { name: 'View' }));
    await person.click(await screen.findByTitle(choice));
    await press('Move');
    await waitFor(() => expect(onClear).toHaveBeenCalled());
    const bodies = stage.server.calls.flatMap(({ body }) => (body === undefined ? [] : [body]));
    expect(bodies).toEqual([4, 5].map(() => expect.objectContaining({ view_id: view })));
  });
});
