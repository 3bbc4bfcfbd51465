import { z } from 'zod';
import { Dictionary } from '../primitives/bounded.js';
import { type AnyProblem, isProblemCode, type Problem } from '../errors/problem.js';
import { isTextList, MAX_LIST_ITEMS } from '../errors/text-list.js';

/** Bounds of a problem that another process sends: characters of a code and of a text, and number of parameters. */
const MAX_CODE = 64;
const MAX_PARAM = 2_000;
const MAX_PARAMS = 16;
/** Characters of a text in a problem that is made here. */
const MAX_TEXT = 1_000;

const params = <T extends z.ZodType>(value: T) =>
  Dictionary(value, { max: MAX_PARAMS, nameLength: MAX_CODE }).default({});
const code = z.string().min(1).max(MAX_CODE);
const list = z.array(z.string().max(MAX_PARAM)).max(MAX_LIST_ITEMS);
const plain = z.union([z.string().max(MAX_PARAM), z.number(), list]);
const inner = z.object({ code, params: params(plain) });

/** A problem that another process sends. Its code may be of a newer version and unknown here. */
export const SentProblem = z.object({
  code,
  params: params(z.union([plain, z.object({ code, params: params(z.union([plain, inner])) })])),
});
export type SentProblem = z.infer<typeof SentProblem>;

/** Characters of a problem as JSON that stands beside its sentence. */
const MAX_BESIDE = 4_000;

/** A problem beside its English sentence. One that is malformed or larger counts as absent: the sentence is enough. */
export const ProblemBeside = SentProblem.nullish()
  .transform((sent) => (sent && JSON.stringify(sent).length <= MAX_BESIDE ? sent : null))
  .catch(null);

/** The problem, when its code and those of its parameters are known here; `null` = it is of another version. */
export const knownProblem = (sent: AnyProblem): Problem | null => (isKnown(sent) ? sent : null);

const isKnown = (sent: AnyProblem): sent is Problem =>
  isProblemCode(sent.code) &&
  Object.values(sent.params).every((value) => typeof value !== 'object' || isTextList(value) || isKnown(value));

/** The problem with each text of it changed, such as by a masker. */
export function withTexts<P extends AnyProblem>({ code: kept, params: given }: P, change: (text: string) => string): P {
  const changed = Object.entries(given).map(([name, value]): [string, unknown] => [name, changedParam(value, change)]);
  return { code: kept, params: Object.fromEntries(changed) } as P;
}

function changedParam(value: AnyProblem['params'][string], change: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return change(value);
  }
  if (isTextList(value)) {
    return value.map(change);
  }
  return typeof value === 'object' ? withTexts(value, change) : value;
}

/** The problem as it is sent: each text changed, and cut to its bound. */
export const sentProblem = <P extends AnyProblem>(
  problem: P,
  change = (text: string): string => text,
): P & SentProblem => withTexts(problem, (text) => change(text).slice(0, MAX_TEXT)) as P & SentProblem;
