import { describe, expect, it } from '@jest/globals';
import { keyBody, keyIssues, keyValues, type KeyValues, plainKey } from './key-values.js';

const values = (change: Partial<KeyValues>): KeyValues => ({ ...keyValues(null), name: 'Deploy', ...change });

describe('keyBody', () => {
  it('should send only the secret of the chosen type', () => {
    const filled = values({ type: 'ssh', login_password: { login: 'a', password: 'left over' } });
    expect(keyBody(filled)).toEqual({
      name: 'Deploy',
      type: 'ssh',
      override_secret: false,
      ssh: { login: '', passphrase: '', private_key: '', generate: false },
    });
  });
});

describe('keyIssues', () => {
  it('should require name and type', () => {
    expect(keyIssues(values({ name: '' }), true).map(({ path }) => path[0])).toEqual(['name', 'type']);
  });

  it('should require the secret of a new key', () => {
    expect(keyIssues(values({ type: 'ssh' }), true)).toMatchObject([
      { path: ['ssh', 'private_key'], code: 'private_key_missing' },
    ]);
    expect(keyIssues(values({ type: 'login_password' }), true)[0]?.path).toEqual(['login_password', 'password']);
    expect(keyIssues(values({ type: 'none' }), true)).toEqual([]);
  });

  it('should require the ID and the key of a GitHub App, and send no place in a vault', () => {
    const github_app = { server: '', app_id: '1', installation_id: '', private_key: '' };
    const app = values({ type: 'github_app', github_app, in_vault: true, vault_reference: 'secret/a#b' });
    expect(keyIssues(app, true)).toMatchObject([{ path: ['github_app', 'private_key'] }]);
    expect(keyBody(app)).toEqual({ name: 'Deploy', type: 'github_app', override_secret: false, github_app });
    expect(plainKey({ ...app, github_app: { ...github_app, private_key: 'x' } }).github_app.private_key).toBe('');
  });

  it('should require no private key where the server makes one', () => {
    const ssh = { login: '', passphrase: '', private_key: '', generate: true };
    expect(keyIssues(values({ type: 'ssh', ssh }), true)).toEqual([]);
  });

  it('should send the place in a vault instead of the secret, and require it', () => {
    const place = values({ type: 'login_password', in_vault: true, vault_reference: 'secret/db#password' });
    expect(keyBody(place)).toMatchObject({ vault_reference: 'secret/db#password' });
    expect(keyIssues(place, true)).toEqual([]);
    expect(keyIssues({ ...place, vault_reference: ' ' }, true)[0]?.path).toEqual(['vault_reference']);
    expect(keyIssues({ ...place, vault_reference: 'secret/db' }, true)).toMatchObject([{ code: 'vault_reference' }]);
    expect(keyBody({ ...place, in_vault: false })).not.toHaveProperty('vault_reference');
  });

  it('should leave a stored secret alone unless it is replaced', () => {
    expect(keyIssues(values({ type: 'ssh' }), false)).toEqual([]);
    expect(keyIssues(values({ type: 'ssh', override_secret: true }), false)).toHaveLength(1);
  });
});
