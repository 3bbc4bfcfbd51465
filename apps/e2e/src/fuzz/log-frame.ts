import type { Random } from '../chaos/random.js';
import { hostileValue } from './hostile-values.js';
import { jsonText, Verbatim } from './json-text.js';
import type { Known } from './valid-value.js';

const LINES = 'one\ntwo\n';
const NAMES = ['attempt', 'lease', 'first', 'n', 't0', 'kind', 'codec', 'sgr', 'tl', 'bl', 'masks'];
const TYPES: Record<string, string> = { sgr: 'string', masks: 'object' };

/** A frame of the `log` call (binary, so no schema describes it), hostile at one place: a member, the head or the lengths. */
export function hostileFrame(random: Random, known: Known): Buffer {
  const lease = { attempt: known.get('attempt'), lease: known.get('lease') };
  const masks = { names: [{ kind: 'key', name: 'k', of: '' }], at: [0, 1] };
  const about = { first: 0, n: 2, t0: Date.now(), kind: 0, codec: 0, sgr: '', tl: 2, bl: LINES.length, masks };
  const head = { ...lease, ...about };
  const name = random.pick(NAMES);
  const member = { ...head, [name]: hostileValue(random, { type: TYPES[name] ?? 'integer' }) };
  const heads = random.pick<unknown>([[head], [member], [member], [member], [head, head], [], head, new Verbatim('[')]);
  const json = Buffer.from(jsonText(heads));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(random.chance(0.8) ? json.length : random.pick([0, 1, json.length + 9, 0xffffffff]));
  const lines = random.pick([LINES, 'a\n\n', '\u0000\n\ud800\n', 'no end', '', `${'x'.repeat(300_000)}\n\n`]);
  const body = Buffer.concat([length, json, Buffer.from([0, random.pick([0, 0x80, 0xff])]), Buffer.from(lines)]);
  return random.chance(0.8) ? body : body.subarray(0, random.whole(0, body.length));
}
