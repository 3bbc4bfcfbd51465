import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { privateKeyProblem } from './private-key.js';

const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
const encrypted = { type: 'pkcs1', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'phrase' } as const;

const part = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
const openSsh = Buffer.concat([
  Buffer.from('openssh-key-v1\0'),
  part(Buffer.from('none')),
  part(Buffer.from('none')),
  part(Buffer.alloc(0)),
  Buffer.from([0, 0, 0, 1]),
  part(Buffer.alloc(51)),
  part(Buffer.alloc(136)),
]);
const wrapped = (bytes: Buffer): string =>
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`;

describe(privateKeyProblem.name, () => {
  it.each([
    ['of OpenSSH', wrapped(openSsh)],
    ['as PKCS #8', pem],
    ['of RSA', rsa.export({ type: 'pkcs1', format: 'pem' }).toString()],
    ['of RSA, encrypted', rsa.export(encrypted).toString()],
    ['with the line ends of Windows', pem.replace(/\n/g, '\r\n')],
    ['without a line end', wrapped(openSsh).trim()],
  ])('should take a private key %s', (_, text) => {
    expect(privateKeyProblem(text)).toBeNull();
  });

  it.each([
    ['a public key of OpenSSH', 'ssh-ed25519 AAAAC3Nz jo@web', 'private_key_public'],
    ['a public key on a curve', 'ecdsa-sha2-nistp256 AAAAE2Vj', 'private_key_public'],
    ['a public key as PEM', '-----BEGIN PUBLIC KEY-----', 'private_key_public'],
    ['a public key of RFC 4716', '---- BEGIN SSH2 PUBLIC KEY ----', 'private_key_public'],
    ['a word', 'dummy', 'private_key_none'],
    ['a key of PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519', 'private_key_none'],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'private_key_none'],
    ['one without its end', pem.slice(0, 80), 'private_key_cut'],
    ['one that lost bytes', wrapped(openSsh.subarray(0, 120)), 'private_key_cut'],
    ['one of PEM that lost bytes', pem.replace(/.{8}\n-----END/, '\n-----END'), 'private_key_cut'],
    ['one that holds nothing', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----', 'private_key_cut'],
    ['one that is no base64', pem.replace(/\n.{4}/, '\n****'), 'private_key_cut'],
  ])('should find that %s is none', (_, text, expected) => {
    expect(privateKeyProblem(text)).toBe(expected);
  });
});
