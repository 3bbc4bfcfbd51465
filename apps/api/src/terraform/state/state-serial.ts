import type { Readable } from 'node:stream';
import { refusal } from '../../platform/http/refusals.js';
import { type StateFacts, StateScanner } from './state-scanner.js';

/** Serial, lineage and resources of a stored state. @throws 409 when what was stored is no state */
async function factsOf(content: Readable): Promise<StateFacts> {
  const scanner = new StateScanner();
  for await (const part of content) {
    scanner.feed(part as Buffer);
  }
  const facts = scanner.finish();
  if (typeof facts === 'string') {
    throw refusal(409, facts);
  }
  return facts;
}

/** The bytes of a state with another serial. @param open is called twice @throws 409 when they are no state */
export async function withSerial(open: () => Promise<Readable>, serial: number): Promise<AsyncIterable<Buffer>> {
  const { serialAt } = await factsOf(await open());
  return replaced(await open(), serialAt, Buffer.from(String(serial)));
}

/** The bytes with those from `begin` to `end` replaced. */
async function* replaced(
  content: AsyncIterable<Buffer>,
  [begin, end]: readonly [number, number],
  by: Buffer,
): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const part of content) {
    const [from, to] = [begin - at, end - at].map((place) => Math.min(Math.max(place, 0), part.length));
    const isHere = begin >= at && begin < at + part.length;
    yield Buffer.concat([part.subarray(0, from), isHere ? by : Buffer.alloc(0), part.subarray(to)]);
    at += part.length;
  }
}
