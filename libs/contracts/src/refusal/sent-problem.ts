import { z } from 'zod';
import { Dictionary } from '../primitives/bounded.js';
import { isProblemCode, type Problem } from '../errors/problem.js';

/** Bounds of a problem that another process sends: characters of a code and of a text, and number of parameters. */
const MAX_CODE = 64;
const MAX_PARAM = 2_000;
const MAX_PARAMS = 16;

const params = <T extends z.ZodType>(value: T) =>
  Dictionary(value, { max: MAX_PARAMS, nameLength: MAX_CODE }).default({});
const code = z.string().min(1).max(MAX_CODE);
const plain = z.union([z.string().max(MAX_PARAM), z.number()]);
const inner = z.object({ code, params: params(plain) });

/** A problem that another process sends. Its code may be of a newer version and unknown here. */
export const SentProblem = z.object({
  code,
  params: params(z.union([plain, z.object({ code, params: params(z.union([plain, inner])) })])),
});
export type SentProblem = z.infer<typeof SentProblem>;

/** The problem under a code that is known here; `null` = it is of another version. */
export const knownProblem = (sent: SentProblem): Problem | null =>
  isProblemCode(sent.code) ? (sent as Problem) : null;

/** The problem with each text of it changed, such as by a masker. */
export function withTexts<P extends SentProblem>(
  { code: kept, params: given }: P,
  change: (text: string) => string,
): P {
  const changed = Object.entries(given).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? change(value) : typeof value === 'object' ? withTexts(value, change) : value,
  ]);
  return { code: kept, params: Object.fromEntries(changed) } as P;
}
