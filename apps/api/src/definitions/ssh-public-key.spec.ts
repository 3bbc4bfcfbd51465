import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { fingerprintOf, newPrivateKey, publicKeyOf } from './ssh-public-key.js';

describe('publicKeyOf', () => {
  const dir = mkdtempSync(join(tmpdir(), 'switchyard-keys-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  it.each([
    ['ed25519', []],
    ['ed25519', ['-N', 'a passphrase']],
    ['rsa', ['-b', '2048', '-m', 'PEM']],
    ['ecdsa', ['-b', '384', '-m', 'PEM']],
    ['ecdsa', ['-b', '521']],
  ])('should be what ssh-keygen has of a key of type %s made with %j', (type, options) => {
    const path = join(dir, `${type}${options.join('')}`.replace(/\W/g, ''));
    execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', '', ...options, '-f', path]);
    const publicKey = publicKeyOf(readFileSync(path, 'utf8')) ?? '';
    expect(publicKey).toBe(readFileSync(`${path}.pub`, 'utf8').trim());
    expect(execFileSync('ssh-keygen', ['-lf', `${path}.pub`], { encoding: 'utf8' })).toContain(
      ` ${fingerprintOf(publicKey)} `,
    );
  });

  it('should be that of a pair it made itself', () => {
    const path = join(dir, 'made');
    const privateKey = newPrivateKey();
    writeFileSync(path, privateKey, { mode: 0o600 });
    expect(publicKeyOf(privateKey)).toMatch(/^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI\S{43}$/);
    expect(publicKeyOf(privateKey)).not.toBe(publicKeyOf(newPrivateKey()));
  });

  it('should be absent of what cannot be read', () => {
    const encrypted = generateKeyPairSync('ed25519').privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'secret',
    } as never);
    const cut = `-----BEGIN OPENSSH PRIVATE KEY-----\n${Buffer.from('openssh-key-v1\0\xff\xff\xff\xff', 'latin1').toString('base64')}\n`;
    expect([String(encrypted), cut, 'no key', ''].map(publicKeyOf)).toEqual([null, null, null, null]);
  });
});
