import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import nacl from 'tweetnacl';
import { SMALL_BOX_BYTES } from '../../../platform/bounds.js';
import { Boxes } from './boxes.js';

const bytesOf = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(length));

describe('what travels sealed between a runner and the server', () => {
  const runner = { id: 1, sharedKey: bytesOf(nacl.box.sharedKeyLength) };
  let boxes: Boxes;
  beforeEach(() => {
    boxes = new Boxes();
  });
  afterEach(() => boxes.onApplicationShutdown());

  it.each([1_000, 3 * SMALL_BOX_BYTES])(
    'should be sealed and opened, %i bytes, here or in a thread',
    async (length) => {
      const [plain, nonce] = [bytesOf(length), bytesOf(nacl.box.nonceLength)];
      const sealed = await boxes.seal(runner, new Uint8Array(plain), nonce);
      expect(nacl.box.open.after(new Uint8Array(sealed), nonce, runner.sharedKey)).toEqual(plain);
      expect(await boxes.open(runner, new Uint8Array(sealed), nonce)).toEqual(Buffer.from(plain));
    },
  );

  it.each([1_000, 3 * SMALL_BOX_BYTES])('should open by no other key or nonce, %i bytes', async (length) => {
    const nonce = bytesOf(nacl.box.nonceLength);
    const sealed = await boxes.seal(runner, bytesOf(length), nonce);
    const other = { id: 2, sharedKey: bytesOf(nacl.box.sharedKeyLength) };
    expect(await boxes.open(other, new Uint8Array(sealed), nonce)).toBeNull();
    expect(await boxes.open(runner, new Uint8Array(sealed), bytesOf(nacl.box.nonceLength))).toBeNull();
    expect(await boxes.open(runner, new Uint8Array(sealed), bytesOf(3))).toBeNull();
  });
});
