import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { PassphraseTester } from './passphrase-tester.js';

const encrypted = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'phrase' } as const;

describe(PassphraseTester.name, () => {
  it('should answer from its thread', async () => {
    const key = generateKeyPairSync('ed25519').privateKey.export(encrypted).toString();
    const tester = new PassphraseTester();
    try {
      expect(await tester.opens({ private_key: key, passphrase: 'phrase' })).toBe(true);
      expect(await tester.opens({ private_key: key, passphrase: 'another' })).toBe(false);
      expect(await tester.opens({ private_key: 'none', passphrase: 'phrase' })).toBeNull();
    } finally {
      await tester.onApplicationShutdown();
    }
  });
});
