import { hasVaultPlace, Key, KeyInput } from '@switchyard/contracts';
import { AccessKey } from '@switchyard/database';
import { fingerprintOf } from './ssh-public-key.js';
import { definePlain } from './definition.js';
import { ListQuery } from '../platform/http/list-query.js';

/** A stored credential, written by people and read by runners alone. */
export const keyResource = definePlain({
  entity: AccessKey,
  noun: 'key',
  plural: 'Keys',
  path: 'keys',
  list: 'access_keys',
  label: 'name',
  title: ({ name }) => name,
  members: {
    name: 'shown',
    type: 'shown',
    secret: 'secret',
    vaultReference: 'shown',
    publicKey: 'kept',
    problem: 'kept',
  },
  backup: { section: 'keys' },
  input: KeyInput,
  output: Key,
  query: ListQuery,
  sorts: { name: (key) => key.name, type: (key) => key.type },
  example: () => ({ name: 'k', type: 'none' }),
  columns: ({ name, type, vault_reference: vaultReference }) => ({
    name,
    type,
    secret: null,
    publicKey: null,
    problem: null,
    vaultReference: hasVaultPlace(type) ? vaultReference : null,
  }),
  toWire: toKey,
});

/** A key as people may see it: nothing of its secret, not even the login. */
function toKey(row: AccessKey): Key {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    type: row.type,
    string: '',
    login_password: { login: '', password: '' },
    ssh: { login: '', passphrase: '', private_key: '' },
    github_app: { server: '', app_id: '', installation_id: '', private_key: '' },
    vault_reference: row.vaultReference,
    override_secret: false,
    empty: row.type !== 'none' && row.secret === null,
    public_key: row.publicKey,
    fingerprint: row.publicKey && fingerprintOf(row.publicKey),
    problem: row.problem,
  };
}
