/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { Key } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person, pick } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { KeyDialog } from './key-dialog.js';

const stage = documentStage(async () => {
  await stage.features('hashicorp_vault_secrets');
});

const stored = (members: Partial<Key> = {}): Key =>
  rowOf(Key, { id: 4, project_id: 1, name: 'Deploy', type: 'login_password', ...members });

async function open(row: Key | null) {
  const onClosed = jest.fn();
  const onSaved = jest.fn<(id: number | null) => void>();
  if (row !== null) {
    stage.server.answer('GET project/1/keys/4/refs', { templates: [], inventories: [], repositories: [] });
    stage.server.answer('GET project/1/keys/4', row);
  }
  const drawn = stage.draw(<KeyDialog projectId={1} row={row} onSaved={onSaved} onClosed={onClosed} />);
  await screen.findByLabelText(/^Name/);
  return { ...drawn, onClosed, onSaved };
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const choose = (type: string) => pick(/^Type/, type);
const submit = (name: 'Create' | 'Save') => person.click(screen.getByRole('button', { name }));
const sent = () => stage.server.calls.filter(({ line }) => /^(POST|PUT) project\/1\/keys(\/4)?$/.test(line));

describe('the dialog of a key', () => {
  it('should send a password with its login, and close with the id of the new key', async () => {
    stage.server.answer('POST project/1/keys', stored({ id: 9 }));
    const { onSaved, onClosed } = await open(null);
    await person.type(field(/^Name/), 'Registry');
    await choose('Login with password');
    await person.type(await screen.findByLabelText(/^Username/), 'bot');
    await person.type(field(/^Password/), 'hush');
    await submit('Create');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(onSaved).toHaveBeenCalledWith(9);
    expect(sent()).toMatchObject([
      { body: { name: 'Registry', type: 'login_password', login_password: { login: 'bot', password: 'hush' } } },
    ]);
  });

  it('should generate a password, show it until another is typed, and send it', async () => {
    stage.server.answer('POST project/1/keys', stored({ id: 9 }));
    const { onClosed } = await open(null);
    await person.type(field(/^Name/), 'Webhook');
    await choose('Login with password');
    await person.click(await screen.findByRole('button', { name: 'Generate a password' }));
    const shown = screen.getByText(/^[0-9a-f]{64}$/).textContent;
    await person.type(field(/^Password/), 'x');
    await waitFor(() => expect(screen.queryByText(shown)).toBeNull());
    await person.click(screen.getByRole('button', { name: 'Generate a password' }));
    const password = screen.getByText(/^[0-9a-f]{64}$/).textContent;
    expect(password).not.toBe(shown);
    await submit('Create');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([{ body: { login_password: { password } } }]);
  });

  it('should send nothing without a secret, and mark it', async () => {
    await open(null);
    await person.type(field(/^Name/), 'Registry');
    await choose('Login with password');
    await screen.findByLabelText(/^Password/);
    await submit('Create');
    await waitFor(() => expect(field(/^Password/).getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
  });

  it('should ask for no password where a vault keeps it, but for its place', async () => {
    await open(null);
    await choose('Login with password');
    await person.click(await screen.findByRole('checkbox', { name: 'A vault keeps the secret' }));
    expect(await screen.findByLabelText(/^Place in the vault/)).toBeTruthy();
    expect(screen.queryByLabelText(/^Password/)).toBeNull();
  });

  it('should show the public half of a pair that was made, before it closes', async () => {
    const public_key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 deploy';
    stage.server.answer('POST project/1/keys', stored({ id: 9, type: 'ssh', public_key, fingerprint: 'SHA256:abc' }));
    const { onClosed } = await open(null);
    await person.type(field(/^Name/), 'Deploy');
    await choose('SSH key');
    await person.click(await screen.findByRole('radio', { name: 'Make a new pair' }));
    expect(screen.queryByLabelText(/^Private key/)).toBeNull();
    await submit('Create');
    expect(await screen.findByText('Public key of Deploy')).toBeTruthy();
    expect(screen.getByText(/SHA256:abc/)).toBeTruthy();
    expect(onClosed).not.toHaveBeenCalled();
    expect(sent()).toMatchObject([{ body: { ssh: { generate: true, private_key: '' } } }]);
  });

  it('should say what is wrong with a pasted key while it is typed', async () => {
    await open(null);
    await choose('SSH key');
    await person.click(await screen.findByLabelText(/^Private key/));
    await person.paste('ssh-ed25519 AAAA not a private one');
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toMatch(/public/i));
  });

  it('should lock type and secret of a stored key until they are replaced', async () => {
    await open(stored());
    expect(field(/^Type/).disabled).toBe(true);
    expect(screen.queryByLabelText(/^Password/)).toBeNull();
    await person.click(screen.getByRole('checkbox', { name: 'Replace the stored secret' }));
    expect(field(/^Type/).disabled).toBe(false);
    expect(await screen.findByLabelText(/^Password/)).toBeTruthy();
  });

  it('should leave the stored secret alone when only the name changes', async () => {
    const { onClosed } = await open(stored());
    await person.type(field(/^Name/), ' 2');
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      { line: 'PUT project/1/keys/4', body: { name: 'Deploy 2', override_secret: false } },
    ]);
  });

  it('should keep a draft of a name, and none of a secret', async () => {
    const { unmount } = await open(null);
    await person.type(field(/^Name/), 'Registry');
    await choose('Login with password');
    await person.type(await screen.findByLabelText(/^Password/), 'hush');
    await person.type(field(/^Name/), ' of the shop');
    unmount();
    expect(Object.values(localStorage).join()).toContain('Registry of the shop');
    expect(Object.values(localStorage).join()).not.toContain('hush');
  });
});
