import type { BusMessage } from './publish-buffer.js';

/**
 * Messages that travel together, because each trip through the store costs sender and receivers far more than a message.
 * Each is `<channel> <characters of the payload> <payload>`; nothing stands between them.
 * @param maxBytes most bytes (UTF-8) of a packet; a longer message is a packet of its own
 */
export function* packets(messages: readonly BusMessage[], maxBytes: number): Generator<string> {
  let packet = '';
  let bytes = 0;
  for (const { channel, payload } of messages) {
    const entry = `${channel} ${payload.length} ${payload}`;
    const more = Buffer.byteLength(entry);
    if (packet !== '' && bytes + more > maxBytes) {
      yield packet;
      [packet, bytes] = ['', 0];
    }
    packet += entry;
    bytes += more;
  }
  if (packet !== '') {
    yield packet;
  }
}

/** The messages of a packet that begins at `start`; what follows a broken one is dropped. */
export function* unpack(text: string, start = 0): Generator<BusMessage> {
  let at = start;
  while (at < text.length) {
    const channelEnd = text.indexOf(' ', at);
    const lengthEnd = text.indexOf(' ', channelEnd + 1);
    const length = Number(text.slice(channelEnd + 1, lengthEnd));
    const end = lengthEnd + 1 + length;
    if (channelEnd < at || lengthEnd < channelEnd || !Number.isInteger(length) || length < 0 || end > text.length) {
      return;
    }
    yield { channel: text.slice(at, channelEnd), payload: text.slice(lengthEnd + 1, end) };
    at = end;
  }
}
