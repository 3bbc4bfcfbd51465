/** What a frame between the runner and the process of an attempt holds: raw output of a tool, or a JSON message. */
export const FrameKind = { output: 0, message: 1 } as const;

/** Largest frames, in bytes. To an attempt: any job fits. From an attempt: a plan in base64 and all results fit, not more. */
export const MAX_FRAME_BYTES = { toHost: 128 * 1024 * 1024, fromHost: 20 * 1024 * 1024 } as const;
const HEAD_BYTES = 5;

export interface Frame {
  kind: number;
  payload: Buffer;
}

/** One byte of kind, four of length (big-endian), the payload. */
export function encodeFrame(kind: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(kind, 0);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

export const encodeMessage = (message: unknown): Buffer =>
  encodeFrame(FrameKind.message, Buffer.from(JSON.stringify(message)));

/** Puts frames together again. */
export class FrameReader {
  private parts: Buffer[] = [];
  private size = 0;

  /** @param most bytes of a frame */
  constructor(private readonly most: number = MAX_FRAME_BYTES.fromHost) {}

  /** @throws Error when a frame is larger than any that is ever sent */
  *push(bytes: Buffer): Generator<Frame> {
    this.parts.push(bytes);
    this.size += bytes.length;
    for (let frame = this.next(); frame; frame = this.next()) {
      yield frame;
    }
  }

  private next(): Frame | null {
    if (this.size < HEAD_BYTES) {
      return null;
    }
    const [first] = this.parts;
    const head = first && first.length >= HEAD_BYTES ? first : this.join();
    const end = HEAD_BYTES + head.readUInt32BE(1);
    if (end - HEAD_BYTES > this.most) {
      throw new Error('a frame of the attempt is too large');
    }
    if (this.size < end) {
      return null;
    }
    const whole = this.join();
    this.parts = [whole.subarray(end)];
    this.size = whole.length - end;
    return { kind: whole.readUInt8(0), payload: whole.subarray(HEAD_BYTES, end) };
  }

  private join(): Buffer {
    const whole = this.parts.length === 1 && this.parts[0] ? this.parts[0] : Buffer.concat(this.parts);
    this.parts = [whole];
    return whole;
  }
}
