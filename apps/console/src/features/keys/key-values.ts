import { hasVaultPlace, KeyInput, keySecretFault, type Key } from '@switchyard/contracts';
import { emptyAt, formIssues, type FormIssue } from '../../lib/form-issues.js';

/** Values of the key form. The secret members are never read from the server. */
export interface KeyValues {
  name: string;
  type: KeyInput['type'] | undefined;
  login_password: { login: string; password: string };
  /** `generate`: the server makes a pair, so nothing is pasted. */
  ssh: { login: string; passphrase: string; private_key: string; generate: boolean };
  github_app: { server: string; app_id: string; installation_id: string; private_key: string };
  /** A vault keeps the password or the private key, at `vault_reference`. */
  in_vault: boolean;
  vault_reference: string;
  override_secret: boolean;
}

export function keyValues(key: Key | null): KeyValues {
  return {
    name: key?.name ?? '',
    type: key?.type,
    login_password: { login: '', password: '' },
    ssh: { login: '', passphrase: '', private_key: '', generate: false },
    github_app: { server: '', app_id: '', installation_id: '', private_key: '' },
    in_vault: (key?.vault_reference ?? null) !== null,
    vault_reference: key?.vault_reference ?? '',
    override_secret: false,
  };
}

/** Values that may be kept in a browser. */
export const plainKey = (values: KeyValues): KeyValues => ({
  ...values,
  login_password: { ...values.login_password, password: '' },
  ssh: { ...values.ssh, passphrase: '', private_key: '' },
  github_app: { ...values.github_app, private_key: '' },
});

/** Only the secret of the chosen type is sent, or where a vault keeps it. */
export function keyBody(values: KeyValues): object {
  const { name, type, login_password, ssh, github_app, override_secret } = values;
  return {
    name,
    type,
    override_secret,
    ...(type === 'ssh' && { ssh }),
    ...(type === 'login_password' && { login_password }),
    ...(type === 'github_app' && { github_app }),
    ...(isInVault(values) && { vault_reference: values.vault_reference }),
  };
}

/** The contract's rules; the secret is required of a new key and when it is replaced. */
export function keyIssues(values: KeyValues, isNew: boolean): FormIssue[] {
  const issues = formIssues(KeyInput, keyBody(values));
  const fault = isNew || values.override_secret ? secretFault(values) : null;
  return fault ? [...issues, fault] : issues;
}

const isInVault = ({ in_vault, type }: KeyValues): boolean => in_vault && type !== undefined && hasVaultPlace(type);

function secretFault(values: KeyValues): FormIssue | null {
  const { type, ssh, login_password, github_app, vault_reference } = values;
  if (isInVault(values)) {
    return vault_reference.trim() === '' ? emptyAt('vault_reference') : null;
  }
  return type === undefined ? null : keySecretFault({ type, ssh, login_password, github_app, vault_reference: null });
}
