import { KeyInput, keySecretFault, type Key } from '@switchyard/contracts';
import { formIssues, type FormIssue } from '../../lib/form-issues.js';

/** What the key form holds. The secret members are never read from the server. */
export interface KeyValues {
  name: string;
  type: KeyInput['type'] | undefined;
  login_password: { login: string; password: string };
  /** `generate`: the server makes a pair, so nothing is pasted. */
  ssh: { login: string; passphrase: string; private_key: string; generate: boolean };
  override_secret: boolean;
}

export function keyValues(key: Key | null): KeyValues {
  return {
    name: key?.name ?? '',
    type: key?.type,
    login_password: { login: '', password: '' },
    ssh: { login: '', passphrase: '', private_key: '', generate: false },
    override_secret: false,
  };
}

/** Only the secret of the chosen type is sent. */
export function keyBody({ name, type, login_password, ssh, override_secret }: KeyValues): object {
  return {
    name,
    type,
    override_secret,
    ...(type === 'ssh' && { ssh }),
    ...(type === 'login_password' && { login_password }),
  };
}

/** The contract's rules; the secret is required of a new key and when it is replaced. */
export function keyIssues(values: KeyValues, isNew: boolean): FormIssue[] {
  const issues = formIssues(KeyInput, keyBody(values));
  const { type, ssh, login_password } = values;
  const fault =
    type === undefined || !(isNew || values.override_secret) ? null : keySecretFault({ type, ssh, login_password });
  return fault ? [...issues, fault] : issues;
}
