import { isUtf8 } from 'node:buffer';
import { JsonError, parseJson, type Problem, problem } from '@switchyard/contracts';

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

/** A webhook whose body nobody looked at. */
export const unreadPayload = (headers: ReadonlyMap<string, string>): WebhookPayload => ({
  ...{ headers, text: '', json: undefined, problem: null },
});

/** The webhook of a request. Only JSON and plain text are read, neither of them compressed. */
export function webhookPayload(headers: ReadonlyMap<string, string>, body: Buffer): WebhookPayload {
  const kind = kindOf(headers, body.length);
  const nothing = unreadPayload(headers);
  if (kind === 'other') {
    return { ...nothing, problem: problem('webhook_content_type') };
  }
  if (!isUtf8(body)) {
    return { ...nothing, problem: problem('body_not_utf8') };
  }
  const text = body.toString('utf8');
  return { headers, text, ...(kind === 'json' ? parsedJson(text) : { json: undefined, problem: null }) };
}

/** The webhook that people try, or that was kept: its body is JSON if it can be. */
export const keptPayload = (headers: ReadonlyMap<string, string>, text: string): WebhookPayload => ({
  headers,
  text,
  ...(text === '' ? { json: undefined, problem: null } : parsedJson(text)),
});

function parsedJson(text: string): Pick<WebhookPayload, 'json' | 'problem'> {
  try {
    return { json: parseJson(text), problem: null };
  } catch (error) {
    if (error instanceof JsonError) {
      return { json: undefined, problem: problem('body_json', { fault: error.problem }) };
    }
    throw error;
  }
}
