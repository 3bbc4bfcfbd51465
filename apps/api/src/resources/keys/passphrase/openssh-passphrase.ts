import { createDecipheriv } from 'node:crypto';
import { own } from '@switchyard/contracts';
import bcrypt from 'bcrypt-pbkdf';
import { MAGIC, stringAt } from '../../../definitions/ssh-public-key.js';
import { MAX_BCRYPT_ROUNDS } from '../../../platform/bounds.js';

/** Bytes of the key and of the vector that the derivation makes, by cipher. */
const SIZES: Readonly<Record<string, readonly [key: number, vector: number]>> = {
  'aes128-ctr': [16, 16],
  'aes192-ctr': [24, 16],
  'aes256-ctr': [32, 16],
  'aes128-cbc': [16, 16],
  'aes192-cbc': [24, 16],
  'aes256-cbc': [32, 16],
  'aes128-gcm@openssh.com': [16, 12],
  'aes256-gcm@openssh.com': [32, 12],
};
const BLOCK = 16;
const MAX_SALT = 1_024;

interface EncryptedKey {
  cipher: string;
  salt: Buffer;
  rounds: number;
  /** First block of the private part. */
  block: Buffer;
}

/** The form of OpenSSH (PROTOCOL.key): its private part begins with one number twice. */
export function opensOpenSsh(bytes: Buffer, passphrase: string): boolean | null {
  const key = encryptedKey(bytes);
  const sizes = key && own(SIZES, key.cipher);
  if (!sizes || key.rounds > MAX_BCRYPT_ROUNDS || key.salt.length > MAX_SALT) {
    return null;
  }
  const first = decrypted(key, sizes, Buffer.from(passphrase));
  return first && first.readUInt32BE(0) === first.readUInt32BE(4);
}

/** `null` = not of this form, cut off, or not encrypted. */
function encryptedKey(bytes: Buffer): EncryptedKey | null {
  try {
    let at = MAGIC.length;
    const next = (): Buffer => {
      const part = stringAt(bytes, at);
      at += 4 + part.length;
      return part;
    };
    const [cipher, derivation, options] = [next().toString('latin1'), next().toString('latin1'), next()];
    at += 4;
    next();
    const salt = stringAt(options, 0);
    const rounds = options.readUInt32BE(4 + salt.length);
    return derivation === 'bcrypt' ? { cipher, salt, rounds, block: next().subarray(0, BLOCK) } : null;
  } catch {
    return null;
  }
}

function decrypted(
  { cipher, salt, rounds, block }: EncryptedKey,
  [keySize, vectorSize]: readonly [number, number],
  passphrase: Buffer,
): Buffer | null {
  const made = new Uint8Array(keySize + vectorSize);
  if (bcrypt.pbkdf(passphrase, passphrase.length, salt, salt.length, made, made.length, rounds) !== 0) {
    return null;
  }
  const name = cipher.replace('@openssh.com', '').replace('aes', 'aes-');
  const decipher = createDecipheriv(name, made.subarray(0, keySize), made.subarray(keySize));
  const first = 'setAutoPadding' in decipher ? decipher.setAutoPadding(false).update(block) : null;
  return first && first.length === BLOCK ? first : null;
}
