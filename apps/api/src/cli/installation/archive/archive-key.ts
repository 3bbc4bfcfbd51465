import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { SecretBox } from '@switchyard/server';
import { BackupFileError } from './backup-file-error.js';

/** The format that this version writes, and the only one it reads. */
const FORMAT = 1;
const MAGIC = Buffer.from('SWYDBKUP');
const SALT_BYTES = 32;
const CHECK_BYTES = 16;
const CHECK_AT = MAGIC.length + 2 + SALT_BYTES;

/** Length of the part before the encrypted bytes: magic (8), format (2, big-endian), salt (32), check (16). */
export const HEADER_BYTES = CHECK_AT + CHECK_BYTES;

/** scrypt (RFC 7914): 128 MiB and some tenths of a second for a guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const KEY_BYTES = 32;

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Key that encrypts and decrypts the rest of a file. */
export interface ArchiveKey {
  header: Buffer;
  box: SecretBox;
  /** Binds the encrypted bytes to the header. */
  context: string;
}

/** The key of a new file. */
export async function newArchiveKey(passphrase: string): Promise<ArchiveKey> {
  const format = Buffer.alloc(2);
  format.writeUInt16BE(FORMAT);
  const start = Buffer.concat([MAGIC, format, randomBytes(SALT_BYTES)]);
  const key = await keyOf(passphrase, start);
  return keyFor(Buffer.concat([start, checkOf(key, start)]), key);
}

/** @throws BackupFileError when it is another file, of another format, or the passphrase is another one */
export async function openArchiveKey(header: Buffer, passphrase: string): Promise<ArchiveKey> {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new BackupFileError('The file is no backup of Switchyard');
  }
  if (header.length < HEADER_BYTES) {
    throw new BackupFileError('The file is cut off');
  }
  const format = header.readUInt16BE(MAGIC.length);
  if (format !== FORMAT) {
    throw new BackupFileError(
      `The backup has the format ${format}, and this version reads the format ${FORMAT}: restore it with a version that reads it`,
    );
  }
  const start = header.subarray(0, CHECK_AT);
  const key = await keyOf(passphrase, start);
  if (!timingSafeEqual(checkOf(key, start), header.subarray(CHECK_AT))) {
    throw new BackupFileError('The passphrase is not that of the backup, or the beginning of the file was changed');
  }
  return keyFor(header, key);
}

const keyFor = (header: Buffer, key: Buffer): ArchiveKey => ({
  header,
  box: new SecretBox(key),
  context: `backup:${header.toString('base64url')}`,
});

const keyOf = (passphrase: string, start: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFKC'), start.subarray(-SALT_BYTES), KEY_BYTES, COST);

/** Detects a wrong passphrase before anything is decrypted. */
const checkOf = (key: Buffer, start: Buffer): Buffer =>
  createHmac('sha256', key).update('switchyard backup check\0').update(start).digest().subarray(0, CHECK_BYTES);
