import { z } from 'zod';

/** Most bytes of the head of a frame. */
const MAX_HEAD_BYTES = 4_096;

/**
 * Binary body of a call that carries many sealed bytes: no JSON has to be read over them, and no base64 made of them.
 *
 * ```
 *   u32     length of the head, big-endian
 *   head    JSON, at most 4,096 bytes
 *   bytes   nacl.box, by the nonce in the head
 * ```
 */
export interface SealedFrame<Head> {
  head: Head;
  sealed: Uint8Array;
}

/** Members of the head that every frame has. */
export const SealedHead = z.object({ nonce: z.string().max(64) });

export function encodeSealedFrame({ head, sealed }: SealedFrame<object>): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const frame = new Uint8Array(4 + text.length + sealed.length);
  new DataView(frame.buffer).setUint32(0, text.length);
  frame.set(text, 4);
  frame.set(sealed, 4 + text.length);
  return frame;
}

/** `null` = it does not have that form. */
export function decodeSealedFrame<Head>(schema: z.ZodType<Head>, frame: Uint8Array): SealedFrame<Head> | null {
  const length = frame.length < 4 ? 0 : new DataView(frame.buffer, frame.byteOffset).getUint32(0);
  if (length === 0 || length > MAX_HEAD_BYTES || length > frame.length - 4) {
    return null;
  }
  const head = schema.safeParse(jsonOf(new TextDecoder().decode(frame.subarray(4, 4 + length))));
  return head.success ? { head: head.data, sealed: frame.subarray(4 + length) } : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
