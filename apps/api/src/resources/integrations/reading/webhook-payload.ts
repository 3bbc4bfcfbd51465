import { isUtf8 } from 'node:buffer';
import { JsonError, parseJson, type Problem, problem } from '@switchyard/contracts';
import type { WorkBudget } from '../../../platform/workers/work-budget.js';

/** A webhook as matchers and values read it. */
export interface WebhookPayload {
  /** By their names in lower case. */
  headers: ReadonlyMap<string, string>;
  text: string;
  /** The document of the body; `undefined` = there is none. */
  json: unknown;
  /** Why the body cannot be read; `null` = it can. */
  problem: Problem | null;
}

export function headerMap(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Map<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')] as const],
    ),
  );
}

type BodyKind = 'json' | 'text' | 'other';

function kindOf(headers: ReadonlyMap<string, string>, size: number): BodyKind {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (size === 0) {
    return 'text';
  }
  if (encoding !== 'identity') {
    return 'other';
  }
  return /^application\/([\w.-]+\+)?json$/.test(type) ? 'json' : type === 'text/plain' ? 'text' : 'other';
}

/** The webhook of a request. Only JSON and plain text are read, neither of them compressed. @throws BudgetSpent */
export function webhookPayload(
  headers: ReadonlyMap<string, string>,
  body: Uint8Array,
  budget: WorkBudget,
): WebhookPayload {
  const kind = kindOf(headers, body.length);
  const nothing = { headers, text: '', json: undefined };
  if (kind === 'other') {
    return { ...nothing, problem: problem('webhook_content_type') };
  }
  if (!isUtf8(body)) {
    return { ...nothing, problem: problem('body_not_utf8') };
  }
  const text = textOf(body);
  return { headers, text, ...(kind === 'json' ? parsedJson(text, budget) : { json: undefined, problem: null }) };
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('utf8');

/** The webhook that people try, or that was kept: its body is JSON if it can be. @throws BudgetSpent */
export const keptPayload = (
  headers: ReadonlyMap<string, string>,
  text: string,
  budget: WorkBudget,
): WebhookPayload => ({
  headers,
  text,
  ...(text === '' ? { json: undefined, problem: null } : parsedJson(text, budget)),
});

/** Steps of parsing a character. */
const STEPS_OF_PARSING = 4;

function parsedJson(text: string, budget: WorkBudget): Pick<WebhookPayload, 'json' | 'problem'> {
  budget.spend(text.length * STEPS_OF_PARSING);
  try {
    return { json: parseJson(text), problem: null };
  } catch (error) {
    if (error instanceof JsonError) {
      return { json: undefined, problem: problem('body_json', { fault: error.problem }) };
    }
    throw error;
  }
}
