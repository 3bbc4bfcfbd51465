import { WebSocket } from 'ws';

/**
 * One unmasked WebSocket text frame (RFC 6455 5.2). Server frames are the same for every client, so they are built
 * once and written to all of them.
 */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text, 'utf8');
  return Buffer.concat([frameHead(payload.length), payload]);
}

function frameHead(length: number): Buffer {
  if (length < 126) {
    return Buffer.from([0x81, length]);
  }
  if (length < 65_536) {
    return Buffer.from([0x81, 126, length >> 8, length & 255]);
  }
  const head = Buffer.alloc(10);
  head.set([0x81, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** The TCP socket under a WebSocket; `null` once it is closed. */
export function rawSocketOf(client: WebSocket): (NodeJS.WritableStream & { writableLength: number }) | null {
  const { _socket: socket } = client as unknown as { _socket?: NodeJS.WritableStream & { writableLength: number } };
  return client.readyState === WebSocket.OPEN && socket ? socket : null;
}
