import { invalidRequest } from '@switchyard/server';
import { keySecretFault, type Credential, type KeyInput } from '@switchyard/contracts';
import { newPrivateKey } from '../../definitions/ssh-public-key.js';
import { withUnixLines } from './unix-lines.js';

/** The credential of a body. @throws 400 when its secret is missing or a public key */
export function credentialOf(input: KeyInput): Credential {
  const fault = keySecretFault(input);
  if (fault !== null) {
    throw invalidRequest([fault]);
  }
  if (input.vault_reference !== null) {
    return besideVault(input);
  }
  if (input.type === 'ssh' && input.ssh) {
    const { generate, private_key: typed, ...rest } = input.ssh;
    return generate
      ? { type: 'ssh', ...rest, passphrase: '', private_key: newPrivateKey() }
      : { type: 'ssh', ...rest, private_key: withUnixLines(typed) };
  }
  if (input.type === 'login_password' && input.login_password) {
    return { type: 'login_password', ...input.login_password };
  }
  return { type: 'none' };
}

/** What is stored of a credential whose password or private key a vault keeps. */
function besideVault({ type, ssh, login_password }: KeyInput): Credential {
  switch (type) {
    case 'ssh':
      return { type, login: ssh?.login ?? '', passphrase: ssh?.passphrase ?? '', private_key: '' };
    case 'login_password':
      return { type, login: login_password?.login ?? '', password: '' };
    case 'none':
      return { type };
  }
}
