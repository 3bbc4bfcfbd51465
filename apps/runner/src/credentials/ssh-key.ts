import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type Problem, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import { publicKeyBlob, sshKeyType, type SshKeyType } from './ssh-public-key.js';

/** A private key that can sign for ssh. It exists in memory only. */
export interface SshKey {
  type: SshKeyType;
  /** Public key in the form of RFC 4253, section 6.6. */
  blob: Buffer;
  privateKey: KeyObject;
}

/**
 * Reads a private key: OpenSSH, PKCS#1, PKCS#8, SEC1 or PuTTY form; Ed25519, RSA or ECDSA.
 * @param keyName what the key is for, used in messages.
 * @throws AttemptFailure when it is not a key, of another kind, or the passphrase is wrong or missing.
 */
export async function readSshKey(text: string, passphrase: string, keyName: string): Promise<SshKey> {
  const pem = `${text.replaceAll('\r\n', '\n').trim()}\n`;
  const privateKey = await parsePrivateKey(pem, passphrase, keyName);
  const publicKey = createPublicKey(privateKey);
  const type = sshKeyType(publicKey);
  if (!type) {
    throw new AttemptFailure(problem('ssh_key_kind', { key: keyName }));
  }
  return { type, blob: publicKeyBlob(publicKey, type), privateKey };
}

async function parsePrivateKey(pem: string, passphrase: string, keyName: string): Promise<KeyObject> {
  try {
    return /^(-----BEGIN OPENSSH|PuTTY)/.test(pem)
      ? createPrivateKey(await openSshToPem(pem, passphrase))
      : createPrivateKey({ key: pem, passphrase });
  } catch (error) {
    throw new AttemptFailure(keyFault(error, passphrase, keyName));
  }
}

async function openSshToPem(text: string, passphrase: string): Promise<string> {
  const { default: ssh2 } = await import('ssh2');
  const parsed: unknown = ssh2.utils.parseKey(text, passphrase || undefined);
  const key: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key instanceof Error) {
    throw key;
  }
  return (key as { getPrivatePEM(): string }).getPrivatePEM();
}

function keyFault(error: unknown, passphrase: string, key: string): Problem {
  const text = error instanceof Error ? error.message : '';
  if (/passphrase|bad decrypt|integrity|decrypt|interrupted or cancelled/i.test(text)) {
    return problem(passphrase ? 'ssh_key_passphrase_wrong' : 'ssh_key_passphrase_missing', { key });
  }
  return problem('ssh_key_unreadable', { key });
}
