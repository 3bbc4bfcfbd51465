import { isObject, type SourceRow, textOf } from '../source-values.js';

/** Use of a credential by a template or a repository. */
export type KeyRole = 'login' | 'become' | 'vault';

/** A key of ours that a credential becomes. */
export interface MadeKey {
  role: KeyRole;
  type: 'ssh' | 'login_password';
  /** Stands behind the name of the credential; '' = the key has its name alone. */
  suffix: string;
  /** Login that a person enters beside the secret. */
  login: string;
}

/** Whether a member has a value. `ASK` = it is asked for at each launch. */
const has = (inputs: SourceRow, name: string): boolean => !['', 'ASK'].includes(textOf(inputs, name));

/** The kind of a credential: `ssh`, `scm`, `vault`, or one that has no counterpart. */
export function kindOf(credential: SourceRow): string {
  const type = credential['credential_type'];
  return isObject(type) ? textOf(type, 'kind') : '';
}

/**
 * The keys that a credential becomes: none for a kind without a counterpart, two for one that has a private key and a
 * password, and another one for the password of `become`. Their secrets are not part of an export.
 */
export function keysOf(credential: SourceRow): MadeKey[] {
  const inputs = isObject(credential['inputs']) ? credential['inputs'] : {};
  const login = textOf(inputs, 'username');
  if (kindOf(credential) === 'vault') {
    return [{ role: 'vault', type: 'login_password', suffix: '', login: '' }];
  }
  if (!['ssh', 'scm'].includes(kindOf(credential))) {
    return [];
  }
  const hasKey = has(inputs, 'ssh_key_data');
  const hasPassword = has(inputs, 'password');
  return [
    { role: 'login', type: hasKey ? 'ssh' : 'login_password', suffix: '', login },
    ...(hasKey && hasPassword ? [{ role: 'login', type: 'login_password', suffix: 'password', login } as const] : []),
    ...(has(inputs, 'become_password') || has(inputs, 'become_username')
      ? [
          {
            role: 'become',
            type: 'login_password',
            suffix: 'become',
            login: textOf(inputs, 'become_username'),
          } as const,
        ]
      : []),
  ];
}

/** The name under which a template uses the password; '' = the default vault. */
export function vaultIdOf(credential: SourceRow): string {
  const inputs = credential['inputs'];
  return isObject(inputs) ? textOf(inputs, 'vault_id') : '';
}
