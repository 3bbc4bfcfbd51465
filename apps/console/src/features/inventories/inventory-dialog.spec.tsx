/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { GitRepository, Inventory, Key, ObjectReferences } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { InventoryDialog } from './inventory-dialog.js';

const keys = [
  rowOf(Key, { id: 2, name: 'deploy', type: 'ssh' }),
  rowOf(Key, { id: 3, name: 'root', type: 'login_password' }),
];
const stage = documentStage(async () => {
  await stage.features('project_runners');
  stage.server.answer('GET project/1/repositories', [rowOf(GitRepository, { id: 8, name: 'site' })]);
});

async function open(row: Inventory | null, known: readonly Key[] = keys, type: 'file' | 'static' = 'file') {
  const [onClosed, onSaved] = [jest.fn(), jest.fn<(id: number | null) => void>()];
  stage.server.answer('GET project/1/keys', [...known]);
  if (row !== null) {
    stage.server.answer('GET project/1/inventory/5/refs', rowOf(ObjectReferences));
    stage.server.answer('GET project/1/inventory/5', row);
  }
  stage.server.answer('POST project/1/inventory', rowOf(Inventory, { id: 5 }));
  const { unmount } = stage.draw(
    <InventoryDialog projectId={1} row={row} type={type} onSaved={onSaved} onClosed={onClosed} />,
  );
  await screen.findByLabelText(/^Name/);
  return { onClosed, onSaved, unmount };
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const choices = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option',
  ),
];
const choose = async (name: RegExp, option: string): Promise<void> => {
  await person.click(field(name));
  const offered = await waitFor(() => {
    const found = choices().find(({ textContent }) => textContent?.includes(option));
    expect(found).toBeDefined();
    return found as HTMLElement;
  });
  await person.click(offered);
};
const optionsOf = async (name: RegExp): Promise<(string | null)[]> => {
  await person.click(field(name));
  await waitFor(() => expect(choices().length).toBeGreaterThan(0));
  return choices().map(({ textContent }) => textContent);
};
const sent = () => stage.server.calls.filter(({ line }) => /^(POST|PUT) /.test(line));

describe('the dialog of an inventory', () => {
  it('should store the path of a file with the key and the repository that were chosen, and tell its id', async () => {
    const { onClosed, onSaved } = await open(null);
    await person.type(field(/^Name/), 'Web');
    await person.type(field(/Path/), 'hosts/web.ini');
    await choose(/Host login/, 'deploy');
    await choose(/Repository/, 'site');
    await person.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(onSaved).toHaveBeenCalledWith(5);
    expect(sent()).toMatchObject([
      {
        line: 'POST project/1/inventory',
        body: { name: 'Web', type: 'file', inventory: 'hosts/web.ini', ssh_key_id: 2, repository_id: 8 },
      },
    ]);
  });

  it('should keep the path of a file and the list of hosts apart while the type changes', async () => {
    await open(null);
    await person.type(field(/Path/), 'hosts/web.ini');
    await choose(/^Type/, 'Hosts (YAML)');
    await waitFor(() => expect(screen.queryByLabelText(/Path/)).toBeNull());
    await choose(/^Type/, 'File in repository');
    await waitFor(() => expect(field(/Path/).value).toBe('hosts/web.ini'));
    await person.type(field(/^Name/), 'Web');
    await choose(/^Type/, 'Hosts (YAML)');
    await choose(/Host login/, 'deploy');
    await person.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(sent()).toMatchObject([{ body: { type: 'static-yaml', inventory: '' } }]));
  });

  it('should show the draft of a new one of its own type alone', async () => {
    const { unmount } = await open(null);
    await person.type(field(/^Name/), 'From a file');
    unmount();
    const list = await open(null, keys, 'static');
    expect(field(/^Name/).value).toBe('');
    list.unmount();
    await open(null);
    expect(field(/^Name/).value).toBe('From a file');
  });

  it('should send nothing without a name, a path and a key', async () => {
    await open(null);
    await person.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(field(/^Name/).getAttribute('aria-invalid')).toBe('true'));
    expect(field(/Path/).getAttribute('aria-invalid')).toBe('true');
    expect(field(/Host login/).getAttribute('aria-invalid')).toBe('true');
    expect(sent()).toEqual([]);
  });

  it('should offer passwords alone to become another user', async () => {
    await open(null);
    expect(await optionsOf(/Privilege/)).toEqual(['root']);
  });

  it('should choose the only key that there is', async () => {
    await open(null, keys.slice(0, 1));
    expect(field(/Host login/).closest('.ant-select')?.textContent).toContain('deploy');
  });

  it('should leave a stored one as it is but for what was changed', async () => {
    const row = rowOf(Inventory, {
      id: 5,
      project_id: 1,
      name: 'Web',
      type: 'file',
      inventory: 'hosts.ini',
      ssh_key_id: 2,
      become_key_id: 3,
    });
    const { onClosed } = await open(row);
    await person.type(field(/^Name/), ' 2');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      {
        line: 'PUT project/1/inventory/5',
        body: { name: 'Web 2', type: 'file', inventory: 'hosts.ini', ssh_key_id: 2, become_key_id: 3 },
      },
    ]);
  });

  it('should stay open with the fault when the server refuses', async () => {
    const { onClosed } = await open(null);
    stage.server.answer('POST project/1/inventory', 409);
    await person.type(field(/^Name/), 'Web');
    await person.type(field(/Path/), 'hosts.ini');
    await choose(/Host login/, 'deploy');
    await person.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByRole('alert');
    expect(onClosed).not.toHaveBeenCalled();
    expect(field(/^Name/).value).toBe('Web');
  });
});
