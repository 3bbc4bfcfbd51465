import { OutboundClient } from '@switchyard/server';
import type { CustomFetch } from 'openid-client';

const TIMEOUT_MS = 10_000;
/** Keys of a large provider fit into it many times. */
const MAX_ANSWER_BYTES = 1_048_576;
/** Answers that may have no body (Fetch standard, null body status). */
const WITHOUT_BODY = new Set([101, 204, 205, 304]);

/**
 * How providers are called: through the control plane's one way out, with its filter of addresses.
 * @param allow what may be reached besides public addresses
 */
export function providerFetch(allow: readonly string[]): CustomFetch {
  const client = new OutboundClient({ allow, timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES });
  return async (url, { method, headers, body, signal }) => {
    const answer = await client.send({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body !== null && body !== undefined && { body: bodyText(body) }),
      ...(signal && { signal }),
    });
    const text = WITHOUT_BODY.has(answer.status) ? null : answer.body.toString('utf8');
    return new Response(text, { status: answer.status, headers: plainHeaders(answer.headers) });
  };
}

/** The library sends forms alone. */
function bodyText(body: unknown): string {
  if (typeof body !== 'string' && !(body instanceof URLSearchParams)) {
    throw new TypeError('A call to a sign-in provider has a body that is no form');
  }
  return body.toString();
}

function plainHeaders(headers: NodeJS.Dict<string | string[]>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
}
