import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fingerprintOf, privateKeyFacts } from './private-key-facts.js';

describe('privateKeyFacts', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'switchyard-keys-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  /** A key that `ssh-keygen` made, and its public half. */
  function made(name: string, ...options: string[]): { text: string; line: string } {
    const file = path.join(directory, name);
    execFileSync('ssh-keygen', ['-q', '-f', file, '-C', 'ada@shop', ...options]);
    return { text: readFileSync(file, 'utf8'), line: readFileSync(`${file}.pub`, 'utf8').trim() };
  }

  it.each([
    ['ed25519', ['-t', 'ed25519'], 'ED25519'],
    ['rsa', ['-t', 'rsa', '-b', '2048'], 'RSA 2048'],
    ['ecdsa', ['-t', 'ecdsa', '-b', '384'], 'ECDSA 384'],
  ])('should name kind, public half, fingerprint and comment of a key: %s', async (name, options, kind) => {
    const { text, line } = made(name, '-N', '', ...options);
    const facts = privateKeyFacts(text);
    expect(facts).toEqual({ kind, isEncrypted: false, publicKey: line.replace(' ada@shop', ''), comment: 'ada@shop' });
    const printed = execFileSync('ssh-keygen', ['-l', '-f', path.join(directory, `${name}.pub`)], { encoding: 'utf8' });
    expect(printed).toContain(await fingerprintOf(facts?.publicKey ?? ''));
  });

  it('should read of an encrypted key what it has in clear', () => {
    const { text, line } = made('encrypted', '-t', 'ed25519', '-N', 'opens it');
    expect(privateKeyFacts(text)).toEqual({
      kind: 'ED25519',
      isEncrypted: true,
      publicKey: line.replace(' ada@shop', ''),
      comment: null,
    });
  });

  it('should name the kind of a key as PEM, which holds no public half in clear', () => {
    const plain = made('pem', '-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', '').text;
    expect(privateKeyFacts(plain)).toEqual({ kind: 'RSA', isEncrypted: false, publicKey: null, comment: null });
    const sealed = made('sealed', '-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', 'opens it').text;
    expect(privateKeyFacts(sealed)).toMatchObject({ isEncrypted: true });
  });

  it.each(['', 'ssh-ed25519 AAAA', '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----'])(
    'should know nothing of what is no whole key: %j',
    (text) => expect(privateKeyFacts(text)).toBeNull(),
  );

  it('should know nothing of a key that is cut off', () => {
    const { text } = made('cut', '-t', 'ed25519', '-N', '');
    const lines = text.split('\n');
    expect(privateKeyFacts([lines[0], lines[1], lines.at(-2)].join('\n'))).toBeNull();
  });
});
