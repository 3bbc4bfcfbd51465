import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { EncryptionError } from './encryption-error.js';
import { isSealed, SecretBox } from './secret-box.js';

const key = () => randomBytes(32);

function flipLastBit(sealed: string): string {
  const [version, keyId, body = ''] = sealed.split(':');
  const bytes = Buffer.from(body, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return `${version}:${keyId}:${bytes.toString('base64url')}`;
}

describe('SecretBox', () => {
  it.each(['', 'hunter2', 'ünïcode\n\0', 'x'.repeat(100_000)])('should open what it sealed', (text) => {
    const box = new SecretBox(key());
    expect(box.openText(box.seal(text, 'access_key:42'), 'access_key:42')).toBe(text);
  });

  it('should know its tokens, also after a rotation, and no others', () => {
    const [old, fresh] = [key(), key()];
    const token = new SecretBox(old).token('attempt:1');
    expect(new SecretBox(fresh, [old]).isToken(token, 'attempt:1')).toBe(true);
    expect(new SecretBox(fresh, [old]).isToken(token, 'attempt:2')).toBe(false);
    expect(new SecretBox(fresh).isToken(token, 'attempt:1')).toBe(false);
  });

  it('should keep bytes that are no text', () => {
    const [box, bytes] = [new SecretBox(key()), randomBytes(300)];
    expect(box.open(box.seal(bytes))).toEqual(bytes);
  });

  it('should seal the same text differently each time, under the id of its key', () => {
    const box = new SecretBox(key());
    const [one, two] = [box.seal('hunter2'), box.seal('hunter2')];
    expect(one).not.toBe(two);
    expect(one.startsWith(`sy1:${box.keyId}:`)).toBe(true);
    expect(isSealed(one)).toBe(true);
  });

  it('should not open a text that was moved to another record', () => {
    const box = new SecretBox(key());
    expect(() => box.open(box.seal('hunter2', 'access_key:42'), 'access_key:43')).toThrow(EncryptionError);
  });

  it('should not open a text of which one bit was changed', () => {
    const box = new SecretBox(key());
    expect(() => box.open(flipLastBit(box.seal('hunter2')))).toThrow(EncryptionError);
  });

  it('should name the missing key when another one sealed the text', () => {
    const other = new SecretBox(key());
    expect(() => new SecretBox(key()).open(other.seal('hunter2'))).toThrow(other.keyId);
  });

  it('should not open a text whose key id was exchanged for another known key', () => {
    const [one, two] = [key(), key()];
    const box = new SecretBox(one, [two]);
    const forged = new SecretBox(two).seal('hunter2').replace(/^sy1:[0-9a-f]+/, `sy1:${box.keyId}`);
    expect(() => box.open(forged)).toThrow(EncryptionError);
  });

  it('should open with an old key and seal again with the current one', () => {
    const [oldKey, newKey] = [key(), key()];
    const sealed = new SecretBox(oldKey).seal('hunter2', 'a');
    const box = new SecretBox(newKey, [oldKey]);
    expect(box.openText(sealed, 'a')).toBe('hunter2');
    expect(box.isOutdated(sealed)).toBe(true);
    const resealed = box.reseal(sealed, 'a');
    expect(box.isOutdated(resealed)).toBe(false);
    expect(new SecretBox(newKey).openText(resealed, 'a')).toBe('hunter2');
  });

  it.each(['', 'hunter2', 'sy1:0123456789abcdef:AAAA', 'sy2:0123456789abcdef:' + 'A'.repeat(60)])(
    'should refuse "%s", which is no sealed text',
    (text) => {
      expect(() => new SecretBox(key()).open(text)).toThrow('not a sealed secret');
    },
  );

  it.each([0, 16, 31, 33])('should refuse a key of %d bytes', (length) => {
    expect(() => new SecretBox(randomBytes(length))).toThrow(EncryptionError);
  });
});
