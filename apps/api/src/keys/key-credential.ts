import { invalidRequest } from '@switchyard/server';
import { keySecretFault, type Credential, type KeyInput } from '@switchyard/contracts';
import { newPrivateKey } from '../ssh-keys/ssh-public-key.js';

/** The credential of a body. @throws 400 when its secret is missing or a public key */
export function credentialOf(input: KeyInput): Credential {
  const fault = keySecretFault(input);
  if (fault !== null) {
    throw invalidRequest([fault]);
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

/** OpenSSH refuses a private key with Windows line ends or without a last line end, as browsers often paste it. */
function withUnixLines(text: string): string {
  return `${text.replaceAll('\r\n', '\n').trimEnd()}\n`;
}
