import { isUtf8 } from 'node:buffer';
import { JsonError, parseJson, type Problem, problem } from '@switchyard/contracts';
import type { WorkBudget } from '../../../platform/workers/work-budget.js';
import { formPayload, isForm } from './form-payload.js';
import { xmlDocument, XmlFault } from './xml-document.js';

/** A webhook as matchers and values read it. */
export interface WebhookPayload {
  /** By their names in lower case. */
  headers: ReadonlyMap<string, string>;
  text: string;
  /** Format of the body's document; `null` = there is none. */
  format: 'json' | 'xml' | null;
  document: unknown;
  /** Why the body cannot be read; `null` = it can. */
  problem: Problem | null;
}

type Parsed = Pick<WebhookPayload, 'format' | 'document' | 'problem'>;

const UNPARSED: Parsed = { format: null, document: undefined, problem: null };

export function headerMap(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Map<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')] as const],
    ),
  );
}

type BodyKind = 'json' | 'xml' | 'text' | 'form' | 'other';

function kindOf(headers: ReadonlyMap<string, string>, size: number): BodyKind {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (size === 0) {
    return 'text';
  }
  if (encoding !== 'identity') {
    return 'other';
  }
  if (isForm(headers)) {
    return 'form';
  }
  if (/^(application|text)\/([\w.-]+\+)?xml$/.test(type)) {
    return 'xml';
  }
  return /^application\/([\w.-]+\+)?json$/.test(type) ? 'json' : type === 'text/plain' ? 'text' : 'other';
}

/** The webhook of a request. JSON, also in a form, XML and plain text are read, none of them compressed. @throws BudgetSpent */
export function webhookPayload(
  headers: ReadonlyMap<string, string>,
  body: Uint8Array,
  budget: WorkBudget,
): WebhookPayload {
  const kind = kindOf(headers, body.length);
  const nothing = { headers, text: '', ...UNPARSED };
  if (kind === 'other') {
    return { ...nothing, problem: problem('webhook_content_type') };
  }
  if (!isUtf8(body)) {
    return { ...nothing, problem: problem('body_not_utf8') };
  }
  const text = textOf(body);
  if (kind === 'form') {
    return payloadOfForm(headers, text, budget);
  }
  return { headers, text, ...(kind === 'text' ? UNPARSED : PARSERS[kind](text, budget)) };
}

function payloadOfForm(headers: ReadonlyMap<string, string>, sent: string, budget: WorkBudget): WebhookPayload {
  const text = formPayload(sent, budget);
  return text === null
    ? { headers, text: sent, ...UNPARSED, problem: problem('webhook_form') }
    : { headers, text, ...PARSERS.json(text, budget) };
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('utf8');

/** The webhook that people try, or that was kept: its body is XML if it begins so, else JSON if it can be. @throws BudgetSpent */
export const keptPayload = (headers: ReadonlyMap<string, string>, text: string, budget: WorkBudget): WebhookPayload =>
  isForm(headers) && !/^\s*[{[<]/.test(text)
    ? payloadOfForm(headers, text, budget)
    : {
        headers,
        text,
        ...(text === '' ? UNPARSED : PARSERS[/^\s*</.test(text) ? 'xml' : 'json'](text, budget)),
      };

/** Steps of parsing a character. */
const STEPS_OF_PARSING = { json: 4, xml: 12 };

function parsedJson(text: string, budget: WorkBudget): Parsed {
  budget.spend(text.length * STEPS_OF_PARSING.json);
  try {
    return { format: 'json', document: parseJson(text), problem: null };
  } catch (error) {
    if (error instanceof JsonError) {
      return { ...UNPARSED, problem: problem('body_json', { fault: error.problem }) };
    }
    throw error;
  }
}

function parsedXml(text: string, budget: WorkBudget): Parsed {
  budget.spend(text.length * STEPS_OF_PARSING.xml);
  try {
    return { format: 'xml', document: xmlDocument(text), problem: null };
  } catch (error) {
    if (error instanceof XmlFault) {
      return { ...UNPARSED, problem: problem('body_json', { fault: error.problem }) };
    }
    throw error;
  }
}

const PARSERS = { json: parsedJson, xml: parsedXml };
