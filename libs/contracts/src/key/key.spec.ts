import { describe, expect, it } from '@jest/globals';
import { KeyInput, keySecretFault } from './key.js';

const PRIVATE = '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n';
const fault = (input: object): string | null => {
  const found = keySecretFault(KeyInput.parse({ name: 'a', ...input }));
  return found && `${found.path.join('.')} ${found.code}`;
};

describe(keySecretFault.name, () => {
  it.each([
    ['a private key', { private_key: PRIVATE }, null],
    ['one that the server makes', { generate: true }, null],
    ['one that the server makes in the place of what was pasted', { generate: true, private_key: 'x' }, null],
    ['nothing', {}, 'ssh.private_key private_key_missing'],
    ['what is no private key, as clients send', { private_key: 'dummy' }, null],
  ])('should judge an SSH key by its secret: %s', (_, ssh, expected) => {
    expect(fault({ type: 'ssh', ssh })).toBe(expected);
  });

  it('should need a password of a login, and nothing of a key without a secret', () => {
    expect(fault({ type: 'login_password', login_password: { login: 'jo', password: 'p' } })).toBeNull();
    expect(fault({ type: 'login_password', login_password: { login: 'jo' } })).toBe(
      'login_password.password password_missing',
    );
    expect(fault({ type: 'login_password' })).toBe('login_password.password password_missing');
    expect(fault({ type: 'none' })).toBeNull();
  });

  it('should need the ID and the private key of a GitHub App, which no vault keeps', () => {
    const app = (github_app: object) => fault({ type: 'github_app', github_app, vault_reference: 'secret/app#key' });
    expect(app({ private_key: PRIVATE })).toBe('github_app.app_id empty');
    expect(app({ app_id: '1' })).toBe('github_app.private_key private_key_missing');
    expect(app({ app_id: '1', private_key: 'dummy' })).toBe('github_app.private_key private_key_none');
  });

  it('should need nothing that a vault keeps', () => {
    const vault_reference = 'secret/web#password';
    expect(fault({ type: 'ssh', vault_reference })).toBeNull();
    expect(fault({ type: 'login_password', vault_reference })).toBeNull();
  });
});

describe('a key as it is sent', () => {
  it('should have texts for what is absent or null', () => {
    expect(KeyInput.parse({ name: 'a', type: 'ssh', ssh: { login: null } })).toMatchObject({
      ssh: { login: '', passphrase: '', private_key: '', generate: false },
      override_secret: false,
      vault_reference: null,
    });
  });

  it('should hold an RSA key of 16,384 bits, and no novel', () => {
    const isAccepted = (length: number): boolean =>
      KeyInput.safeParse({ name: 'a', type: 'ssh', ssh: { private_key: 'x'.repeat(length) } }).success;
    expect([isAccepted(12_800), isAccepted(32_769)]).toEqual([true, false]);
  });
});
