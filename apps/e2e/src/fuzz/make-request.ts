import type { Random } from '../chaos/random.js';
import type { Operation, Schema } from './api-document.js';
import { hostileText, hostileValue } from './hostile-values.js';
import { jsonText, Verbatim } from './json-text.js';
import type { Place, Target } from './places.js';
import { type Known, validParameter, validValue } from './valid-value.js';

export interface FuzzRequest {
  method: string;
  /** Path with query, percent-encoded. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Encoded parts of a path that no text can be encoded to. */
const ODD_PARTS = ['%', '%zz', '%00', '%ed%a0%80', '%ff', '%2e%2e%2f', '..', '.', '//', '%2f', '0', '-1', '1.5', '1e3'];
const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'application/merge-patch+json',
  'json',
  ';',
  '\u00ff',
];
const HEADS: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    'authorization',
    ['Bearer', 'Bearer ', 'Bearer \u00ff', 'Basic !!', `Bearer ${'a'.repeat(5000)}`, 'Bearer __proto__'],
  ],
  ['accept', ['*', 'text/html', '\u00ff', 'application/json;q=x']],
  ['accept-encoding', ['gzip', '*;q=0', 'identity;q=x']],
  ['content-encoding', ['gzip', 'br', '__proto__']],
  ['idempotency-key', ['', 'a b', '"quoted"', '\u00ff', 'k'.repeat(255), 'k'.repeat(256), '__proto__']],
  ['if-none-match', ['*', '"', 'W/"x"']],
  ['if-modified-since', ['x', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['range', ['bytes=0-', 'bytes=9-1', 'bytes=-', 'lines=x']],
  ['origin', ['null', 'http://', '\u00ff', 'https://evil.example']],
  ['host', ['', 'evil.example', 'a:b:c', '\u00ff']],
  ['x-forwarded-for', ['x', '::', '1.2.3.4, \u00ff', ','.repeat(1000)]],
  ['x-forwarded-host', ['evil.example\u00ff']],
  ['x-forwarded-proto', ['__proto__']],
  ['cookie', ['=', ';;;', 'a=%zz', '__proto__=1', 'x='.repeat(3000)]],
];
const METHODS = ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'TRACE', 'PROPFIND'];

/** A valid request but for one place of it. The same random numbers and known things make the same request. */
export function makeRequest(random: Random, { operation, place }: Target, known: Known): FuzzRequest {
  const value = validBody(random, operation, place, known);
  const request: FuzzRequest = {
    method: operation.method,
    target: targetOf(random, operation, place, known),
    headers: value === undefined ? {} : { 'content-type': 'application/json' },
    body: value === undefined ? undefined : Buffer.from(jsonText(value)),
  };
  if (place.in === 'body') {
    return withHostileBody(random, request, value);
  }
  return place.in === 'head' ? withHostileHead(random, request) : request;
}

function validBody(random: Random, { body }: Operation, place: Place, known: Known): unknown {
  if (!body) {
    return undefined;
  }
  const value = validValue(random, body, '', known);
  return place.in === 'member' ? withMember(random, value, body, place.names, known) : value;
}

/** The value with something hostile at the place, which is made on the way to it. */
function withMember(random: Random, value: unknown, schema: Schema, names: readonly string[], known: Known): unknown {
  const [name, ...rest] = names;
  if (name === undefined) {
    return hostileValue(random, schema);
  }
  const member = memberOf(schema, name);
  if (Array.isArray(value) || (name === '0' && memberOf(schema, '0').type !== undefined)) {
    const first = validValue(random, member, '', known);
    return [withMember(random, first, member, rest, known)];
  }
  const object = typeof value === 'object' && value !== null ? (value as object) : {};
  const present = new Map(Object.entries(object));
  const present_value = present.get(name) ?? validValue(random, member, name, known);
  present.set(name, withMember(random, present_value, member, rest, known));
  return Object.fromEntries(present);
}

function memberOf(schema: Schema, name: string): Schema {
  const own = name === '0' && schema.items ? schema.items : new Map(Object.entries(schema.properties ?? {})).get(name);
  if (own) {
    return own;
  }
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return variants.map((variant) => memberOf(variant, name)).find((found) => Object.keys(found).length > 0) ?? {};
}

function targetOf(random: Random, { path, parameters }: Operation, place: Place, known: Known): string {
  const schemaOf = (name: string): Schema => parameters.find((each) => each.name === name)?.schema ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    place.in === 'path' && place.name === name
      ? hostilePart(random, schemaOf(name))
      : encoded(validParameter(random, schemaOf(name), name, known)),
  );
  const query = parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name, schema = {} }) => {
      if (place.in === 'query' && place.name === name) {
        return [hostileQuery(random, name, schema)];
      }
      return random.chance(0.3) ? [`${name}=${encoded(validParameter(random, schema, name, known))}`] : [];
    });
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

function hostilePart(random: Random, schema: Schema): string {
  return random.chance(0.3) ? random.pick(ODD_PARTS) : encoded(hostileText(random, schema)).slice(0, 6000);
}

function hostileQuery(random: Random, name: string, schema: Schema): string {
  const value = random.chance(0.2) ? random.pick(ODD_PARTS) : encoded(hostileText(random, schema)).slice(0, 6000);
  const forms = [
    `${name}=${value}`,
    `${name}=${value}`,
    `${name}=${value}`,
    name,
    `${name}=${value}&${name}=1`,
    `${name}[]=${value}`,
    `${name}[__proto__]=${value}`,
    `__proto__=${value}&constructor=1&${name}=${value}`,
    `${name}=${'1'.repeat(random.pick([10, 20, 400]))}`,
    `${name}=-${value}&`.repeat(50),
  ];
  return random.pick(forms);
}

function withHostileBody(random: Random, request: FuzzRequest, value: unknown): FuzzRequest {
  const text = jsonText(value ?? { a: 'b' });
  const bytes = Buffer.from(text);
  const bodies = [
    bytes.subarray(0, Math.floor(bytes.length * random.next())),
    Buffer.alloc(0),
    ...[
      'null',
      '[]',
      '"x"',
      '1',
      'true',
      '{',
      '}',
      '{}',
      `[${text}]`,
      `\ufeff${text}`,
      `${text}${text}`,
      ` ${text}\n`,
    ].map((each) => Buffer.from(each)),
    Buffer.from(text.replace('{', '{"__proto__":{"admin":true},"constructor":1,"":2,')),
    Buffer.from(text.replace(/^\{(.*)\}$/s, '{$1,$1}').replace('{,}', '{}')),
    Buffer.from(text.replace(/"([^"\\]*)"(?=[,}\]])/, '"\\ud800"')),
    Buffer.concat([
      bytes.subarray(0, bytes.length >> 1),
      Buffer.from([0xff, 0xed, 0xa0, 0x80]),
      bytes.subarray(bytes.length >> 1),
    ]),
    Buffer.from(jsonText(hostileValue(random, {}))),
    Buffer.from(jsonText(new Verbatim('['.repeat(5000)))),
    Buffer.from(`{"a":"${'x'.repeat(random.pick([65_536, 300_000]))}"}`),
    Buffer.from(Array.from({ length: 64 }, () => random.whole(0, 255))),
    bytes,
  ];
  const type = random.chance(0.3)
    ? { 'content-type': random.pick(CONTENT_TYPES) }
    : { 'content-type': 'application/json' };
  return { ...request, headers: type, body: random.pick(bodies) };
}

function withHostileHead(random: Random, request: FuzzRequest): FuzzRequest {
  if (random.chance(0.15)) {
    return { ...request, method: random.pick(METHODS) };
  }
  const [name, values] = random.pick(HEADS);
  return { ...request, headers: { ...request.headers, [name]: random.pick(values) } };
}

/** Percent-encoded bytes of the text; a lone surrogate as the three bytes that UTF-8 does not allow. */
function encoded(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 0xd800 && code <= 0xdfff ? threeBytes(code) : encodeURIComponent(character);
  }).join('');
}

const threeBytes = (code: number): string =>
  [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    .map((byte) => `%${byte.toString(16)}`)
    .join('');
