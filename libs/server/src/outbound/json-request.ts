import type { OutboundRequest } from './outbound-client.js';

/** A request with a body of JSON. */
export const jsonRequest = (
  method: OutboundRequest['method'],
  url: string,
  headers: Record<string, string>,
  body: object,
): OutboundRequest => ({
  url,
  method,
  headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The JSON of an answer; undefined when it is none. */
export function answeredJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
