import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { encryptionSelfTest, type SelfTestStorage } from './encryption-self-test.js';
import { SecretBox } from './secret-box.js';

/** A store of one text; `encode` is what the code under test does to a secret before it is kept. */
function storage(encode: (plaintext: string) => string, kept: string | null = null): SelfTestStorage {
  let raw = kept;
  return {
    context: 'self-test',
    write: async (plaintext) => void (raw = encode(plaintext)),
    readRaw: async () => raw,
  };
}

describe('encryptionSelfTest', () => {
  const key = randomBytes(32);
  const box = new SecretBox(key);
  const seal = (plaintext: string) => box.seal(plaintext, 'self-test');

  it('should pass when the store keeps ciphertext, at the first start and at the next', async () => {
    const store = storage(seal);
    await encryptionSelfTest(box, store);
    await expect(encryptionSelfTest(box, store)).resolves.toBeUndefined();
  });

  it.each([
    ['the text itself', (plaintext: string) => plaintext],
    ['the text in base64', (plaintext: string) => Buffer.from(plaintext).toString('base64')],
    ['nothing', () => ''],
    ['ciphertext of another text', () => seal('other')],
    ['ciphertext for another record', (plaintext: string) => box.seal(plaintext, 'elsewhere')],
  ])('should refuse a store that keeps %s', async (_, encode) => {
    await expect(encryptionSelfTest(box, storage(encode))).rejects.toThrow();
  });

  it('should refuse to run with a changed key when the old one is not given', async () => {
    const store = storage(seal);
    await encryptionSelfTest(box, store);
    const kept = await store.readRaw();
    const other = new SecretBox(randomBytes(32));
    const encode = (plaintext: string) => other.seal(plaintext, 'self-test');
    await expect(encryptionSelfTest(other, storage(encode, kept))).rejects.toThrow(box.keyId);
  });

  it('should run with a changed key when the old one is given', async () => {
    const kept = seal('switchyard encryption self-test');
    const rotated = new SecretBox(randomBytes(32), [key]);
    const encode = (plaintext: string) => rotated.seal(plaintext, 'self-test');
    await expect(encryptionSelfTest(rotated, storage(encode, kept))).resolves.toBeUndefined();
  });

  it('should refuse code that goes on sealing with an old key', async () => {
    const rotated = new SecretBox(randomBytes(32), [key]);
    await expect(encryptionSelfTest(rotated, storage(seal))).rejects.toThrow('old key');
  });
});
