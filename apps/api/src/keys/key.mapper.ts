import type { Key } from '@switchyard/contracts';
import type { AccessKey } from '@switchyard/database';

/** A key as people may see it: nothing of its secret, not even the login. */
export function toKey(row: AccessKey): Key {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    type: row.type,
    string: '',
    login_password: { login: '', password: '' },
    ssh: { login: '', passphrase: '', private_key: '' },
    override_secret: false,
    empty: row.type !== 'none' && row.secret === null,
  };
}
