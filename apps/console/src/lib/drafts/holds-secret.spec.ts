import { describe, expect, it } from '@jest/globals';
import { holdsSecret } from './holds-secret.js';

describe(holdsSecret.name, () => {
  it.each([
    { password: 'x' },
    { login: { passphrase: 'x' } },
    { api_key: 'x' },
    { 'private-key': 'x' },
    { vault_token: 'x' },
    { rows: [{ name: 'DB_PASSWORD', value: 'x' }] },
    { questions: [{ type: 'secret', default_value: 'x' }] },
    { note: '-----BEGIN OPENSSH PRIVATE KEY-----' },
    { url: 'https://bot@git.example/a.git' },
    { url: 'https://bot:x@git.example/a.git' },
    { text: 'region: eu\ndb_password: hunter2' },
    { text: '{"token": "abc"}' },
    { header: 'Authorization: Bearer abcdefgh' },
    ['plain', { deep: [{ secret: 'x' }] }],
  ])('should find one in %j', (value) => {
    expect(holdsSecret(value)).toBe(true);
  });

  it.each([
    { password: '' },
    { password: null },
    { auth_secret_id: '4' },
    { secret_names: 'a, b' },
    { rows: [{ name: 'REGION', value: 'eu' }] },
    { rows: [{ name: 'DB_PASSWORD', value: '' }] },
    { questions: [{ type: 'string', default_value: 'x' }] },
    { url: 'https://git.example/a.git' },
    { text: 'password: {{ vault_password }}' },
    { text: 'password:\n' },
    { text: 'basic setup' },
    { count: 4, on: true, none: undefined },
  ])('should find none in %j', (value) => {
    expect(holdsSecret(value)).toBe(false);
  });
});
