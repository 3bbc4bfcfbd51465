/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { Environment } from '@switchyard/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { documentStage, savesOf, submit } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { EnvironmentDialog } from './environment-dialog.js';

const stage = documentStage(async () => {
  await stage.features();
});

const stored = (members: Partial<Environment> = {}): Environment =>
  rowOf(Environment, { id: 4, project_id: 1, name: 'Production', json: '{}', ...members });

async function open(row: Environment | null) {
  const onClosed = jest.fn();
  const onSaved = jest.fn<(id: number | null) => void>();
  if (row !== null) {
    stage.server.answer('GET project/1/environment/4/refs', {});
    stage.server.answer('GET project/1/environment/4', row);
  }
  const drawn = stage.draw(<EnvironmentDialog projectId={1} row={row} onSaved={onSaved} onClosed={onClosed} />);
  await screen.findAllByLabelText('Name');
  return { ...drawn, onClosed, onSaved };
}

const name = () => screen.getAllByLabelText<HTMLInputElement>('Name')[0] as HTMLInputElement;
const group = (label: string) => within(screen.getByRole('group', { name: label }));
const sent = () => savesOf(stage, 'project/1/environment');

/** Adds a line to a table. */
async function add(label: string, key: string, value: string): Promise<void> {
  await person.click(group(label).getByRole('button', { name: 'Add variable' }));
  await person.type(group(label).getAllByLabelText('Name').at(-1) as HTMLElement, key);
  await person.click(group(label).getAllByLabelText(`Value of ${key}`).at(-1) as HTMLElement);
  await person.paste(value);
}

describe('the dialog of a variable group', () => {
  it('should send extra variables by their type, and those of the environment as texts', async () => {
    stage.server.answer('POST project/1/environment', stored({ id: 9 }));
    const { onClosed, onSaved } = await open(null);
    await person.type(name(), 'Production');
    await add('Extra variables', 'replicas', '3');
    await add('Extra variables', 'hosts', '["a", "b"]');
    await add('Environment variables', 'RETRIES', '3');
    await submit('Create');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(onSaved).toHaveBeenCalledWith(9);
    const body = sent()[0]?.body as { json: string; env: string };
    expect(JSON.parse(body.json)).toEqual({ replicas: 3, hosts: ['a', 'b'] });
    expect(JSON.parse(body.env)).toEqual({ RETRIES: '3' });
  });

  it('should mark the line that has the name of another one, and send nothing', async () => {
    await open(null);
    await person.type(name(), 'Production');
    await add('Environment variables', 'RETRIES', '3');
    await add('Environment variables', 'RETRIES', '4');
    await submit('Create');
    expect(await screen.findByText('RETRIES is listed twice')).toBeTruthy();
    const names = group('Environment variables').getAllByLabelText('Name');
    expect(names.filter((input) => input.getAttribute('aria-invalid') === 'true')).not.toEqual([]);
    expect(sent()).toEqual([]);
  });

  it('should show what a value is while it is typed', async () => {
    await open(null);
    await add('Extra variables', 'on', 'true');
    expect(group('Extra variables').getByText('true or false')).toBeTruthy();
  });

  it('should keep a stored secret that nobody touches, and show none', async () => {
    const secrets = [{ id: 5, name: 'TOKEN', type: 'env' }] as Environment['secrets'];
    const { onClosed } = await open(stored({ secrets }));
    expect(screen.getByRole('button', { name: 'Replace' })).toBeTruthy();
    expect(screen.queryByLabelText('Value of TOKEN')).toBeNull();
    await person.type(name(), ' EU');
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    const [{ line, body } = { line: '', body: {} }] = sent();
    expect(line).toBe('PUT project/1/environment/4');
    expect(body).toMatchObject({ name: 'Production EU' });
    expect((body as { secrets?: object[] }).secrets ?? []).toEqual([]);
  });

  it('should order the removal of a stored secret', async () => {
    const secrets = [{ id: 5, name: 'TOKEN', type: 'env' }] as Environment['secrets'];
    const { onClosed } = await open(stored({ secrets }));
    await person.click(screen.getByRole('button', { name: 'Delete TOKEN' }));
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([{ body: { secrets: [{ id: 5, operation: 'delete' }] } }]);
  });

  it('should keep a draft of the variables, and none of a secret', async () => {
    const { unmount } = await open(null);
    await person.type(name(), 'Production');
    await person.click(screen.getByRole('button', { name: 'Add secret' }));
    await person.type(group('Secrets').getByLabelText('Name'), 'TOKEN');
    await person.type(screen.getByLabelText('Value of TOKEN'), 'hush');
    await person.type(name(), ' EU');
    unmount();
    expect(Object.values(localStorage).join()).toContain('Production EU');
    expect(Object.values(localStorage).join()).not.toContain('hush');
  });
});
