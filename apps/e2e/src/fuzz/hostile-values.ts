import type { Random } from '../chaos/random.js';
import type { Schema } from './api-document.js';
import { INNER_JSON, MEANINGFUL, NUMBERS, OTHER_TYPES, PROTOTYPE_NAMES, UNICODE } from './hostile-texts.js';
import { Members, Verbatim } from './json-text.js';

/** Characters of the longest text, elements of the longest list. */
const LONGEST = 300_000;
const MOST_ELEMENTS = 20_000;
/** Bounds that are usual where a schema names none. */
const USUAL_BOUNDS = [64, 255, 1024, 4096, 65_536] as const;

type Make = (random: Random, schema: Schema) => unknown;

const FILLERS = ['a', 'é', '\u{1F600}', '\u0000', '"', '\\', '\n', ' ', '/', '9'] as const;

const longText: Make = (random, { maxLength }) => {
  const bound = maxLength ?? random.pick(USUAL_BOUNDS);
  const length = random.pick([bound - 1, bound, bound + 1, bound * 2, bound * 16]);
  const filler = random.pick(FILLERS);
  return filler.repeat(Math.ceil(Math.min(length, LONGEST) / filler.length));
};

const manyElements: Make = (random, { maxItems }) => {
  const bound = maxItems ?? random.pick([32, 1000]);
  const count = Math.min(random.pick([bound, bound + 1, bound * 20]), MOST_ELEMENTS);
  return Array<unknown>(count).fill(random.pick([0, '', 'x', null, [], {}]));
};

const numberAtBound: Make = (random, { minimum = 0, maximum = 100 }) =>
  random.pick([minimum, minimum - 1, maximum, maximum + 1, minimum - 0.5]);

const nested: Make = (random) => {
  const depth = random.pick([10, 50, 99, 101, 3000]);
  const [open, close] = random.chance(0.5) ? ['[', ']'] : ['{"a":', '}'];
  return new Verbatim(open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth));
};

const prototypeObject: Make = (random) =>
  new Members(PROTOTYPE_NAMES.map((name) => [name, random.pick<unknown>(['x', 1, null, { a: 1 }, []])]));

const doubleMembers: Make = (random) =>
  new Members([
    ['a', 1],
    ['a', random.pick<unknown>(OTHER_TYPES)],
  ]);

const changedCase: Make = (random, { enum: values = [] }) => {
  const text = String(values.length > 0 ? random.pick(values) : 'x');
  return random.pick([text.toUpperCase(), ` ${text}`, `${text}\u0000`, [text], { [text]: text }]);
};

const listOf: Make = (random, schema) => [hostileText(random, schema), hostileText(random, schema)];

const TEXTS: readonly { weight: number; make: Make }[] = [
  { weight: 4, make: (random) => random.pick(PROTOTYPE_NAMES) },
  { weight: 6, make: (random) => random.pick(UNICODE) },
  { weight: 6, make: (random) => random.pick(MEANINGFUL) },
  { weight: 4, make: (random) => random.pick(INNER_JSON) },
  { weight: 3, make: longText },
];

const OTHERS: readonly { weight: number; make: Make }[] = [
  { weight: 6, make: (random) => random.pick(OTHER_TYPES) },
  { weight: 5, make: (random) => random.pick(NUMBERS) },
  { weight: 3, make: numberAtBound },
  { weight: 2, make: changedCase },
  { weight: 2, make: manyElements },
  { weight: 2, make: nested },
  { weight: 2, make: prototypeObject },
  { weight: 1, make: doubleMembers },
  { weight: 2, make: listOf },
];

/** A text that the server should refuse or bear; where the schema wants a text, mostly one of its kind. */
export function hostileText(random: Random, schema: Schema): string {
  return String(random.weighted(TEXTS).make(random, schema));
}

/** Something that does not belong where the schema describes what does. */
export function hostileValue(random: Random, schema: Schema): unknown {
  const wantsText = schema.type === 'string' || schema.type === undefined;
  const kinds = random.chance(wantsText ? 0.7 : 0.3) ? TEXTS : OTHERS;
  return random.weighted(kinds).make(random, schema);
}
