import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_BCRYPT_ROUNDS, MAX_PBKDF2_ROUNDS } from '../../../platform/bounds.js';
import { passphraseOpens } from './passphrase-opens.js';

const PASSPHRASE = 'correct horse ✓';
let directory: string;

/** A key as people make it. */
function madeKey(name: string, ...options: string[]): string {
  const file = path.join(directory, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-f', file, '-N', PASSPHRASE, '-C', '', ...options]);
  return readFileSync(file, 'utf8');
}

const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = (type: 'pkcs1' | 'pkcs8'): string =>
  rsa.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE }).toString();

const test = (text: string, passphrase = PASSPHRASE): boolean | null =>
  passphraseOpens({ private_key: text, passphrase });

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'passphrase-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

describe(passphraseOpens.name, () => {
  it.each(['aes256-ctr', 'aes128-ctr', 'aes256-cbc', 'aes256-gcm@openssh.com'])(
    'should open a key of OpenSSH by its own passphrase alone, %s',
    (cipher) => {
      const key = madeKey(cipher, '-Z', cipher);
      expect([test(key), test(key, 'wrong'), test(key, `${PASSPHRASE} `)]).toEqual([true, false, false]);
    },
  );

  it.each(['pkcs1', 'pkcs8'] as const)('should open PEM by its own passphrase alone, %s', (type) => {
    expect([test(pem(type)), test(pem(type), 'wrong')]).toEqual([true, false]);
  });

  it('should say nothing of a key without a passphrase, of what is cut off, and of what is none', () => {
    const plain = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
    const whole = madeKey('whole');
    for (const text of [plain, whole.slice(0, 200), whole.replace(/b3B/, 'AAA'), 'none', '']) {
      expect(test(text)).toBeNull();
    }
  });

  it('should not begin work beyond its bounds', () => {
    const rounds = Buffer.alloc(4);
    const changed = (key: string, from: Buffer, to: Buffer): string => {
      const [, head = '', body = '', end = ''] = /^(-.*\n)([\s\S]*)(-----END.*)/.exec(key) ?? [];
      const bytes = Buffer.from(body, 'base64');
      to.copy(bytes, bytes.indexOf(from));
      return `${head}${bytes.toString('base64')}\n${end}\n`;
    };
    rounds.writeUInt32BE(MAX_BCRYPT_ROUNDS + 1);
    const key = madeKey('rounds', '-a', '17');
    expect(test(changed(key, Buffer.from([0, 0, 0, 17]), rounds))).toBeNull();
    const file = path.join(directory, 'more.pem');
    writeFileSync(file, rsa.export({ type: 'pkcs8', format: 'pem' }));
    const convert = ['pkcs8', '-topk8', '-in', file, '-passout', 'pass:more'];
    const converted = (...more: string[]): string => execFileSync('openssl', [...convert, ...more]).toString();
    expect(test(converted('-iter', String(MAX_PBKDF2_ROUNDS)), 'more')).toBe(true);
    expect(test(converted('-iter', String(MAX_PBKDF2_ROUNDS + 1)), 'more')).toBeNull();
    expect(test(converted('-scrypt'), 'more')).toBeNull();
  });
});
