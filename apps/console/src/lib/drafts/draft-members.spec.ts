import { describe, expect, it } from '@jest/globals';
import { draftMembers } from './draft-members.js';

const typedOf = (typed: object, opened: object = {}) => draftMembers(opened, typed).typed;

describe('draftMembers', () => {
  it('should be what differs, as it was opened and as it was typed', () => {
    const opened = { name: 'web', branch: 'main', key: 4 };
    expect(draftMembers(opened, { ...opened, name: 'shop', key: undefined })).toEqual({
      opened: { name: 'web', key: 4 },
      typed: { name: 'shop', key: null },
    });
  });

  it.each([
    { password: 'hunter2' },
    { passphrase: 'hunter2' },
    { private_key: 'hunter2' },
    { vault_token: 'hunter2' },
    { secret: 'hunter2' },
    { login_password: { login: 'ada', password: 'hunter2' } },
    { secrets: [{ name: 'DB', secret: 'hunter2' }] },
    { env: [{ name: 'DB_PASSWORD', value: 'hunter2' }] },
    { extra: { rows: [{ name: 'api_key', value: '"hunter2"' }] } },
    { survey_vars: [{ name: 'pin', type: 'secret', default_value: 'hunter2' }] },
    { variables: '{"db_password": "hunter2"}' },
    { inventory: 'web-1 ansible_password=hunter2' },
    { inventory: 'all:\n  vars:\n    ansible_become_pass: x\n    token: hunter2' },
    { git_url: 'https://ada:hunter2@git.example.com/web.git' },
    { git_url: 'https://hunter2@git.example.com/web.git' },
    { text: '-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2' },
    { arguments: ['-e', 'Authorization: Bearer hunter2hunter2'] },
  ])('should leave out a member that may hold a secret: %j', (typed) => {
    expect(typedOf({ name: 'web', ...typed })).toEqual({ name: 'web' });
  });

  it('should leave out a member that held one when it was opened', () => {
    expect(draftMembers({ text: 'token: hunter2' }, { text: '' })).toEqual({ opened: {}, typed: {} });
  });

  it.each([
    { login_password: { login: 'ada', password: '' } },
    { auth_secret_id: 7 },
    { override_secret: true },
    { secrets: [{ name: 'DB_PASSWORD', secret: '', inVault: false }] },
    { inventory: 'web-1 ansible_password="{{ vault_web }}"' },
    { git_url: 'git@github.com:acme/web.git' },
    { description: 'Rotates the token of the shop' },
  ])('should keep what holds none: %j', (typed) => {
    expect(Object.keys(typedOf(typed))).toEqual(Object.keys(typed));
  });
});
