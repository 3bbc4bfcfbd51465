import { own } from '@switchyard/contracts';
import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Names that are not spelled by their words alone. */
const SPECIAL: Readonly<Record<string, string>> = { dns: 'DNS', etag: 'ETag', www: 'WWW', xss: 'XSS' };
/** Names come from the program, so there are few. */
const spelled = new Map<string, string>();

/** A header name as people write it: `set-cookie` → `Set-Cookie`. */
function usualName(name: string): string {
  const known = spelled.get(name);
  if (known !== undefined) {
    return known;
  }
  const usual = name.replace(/[^-]+/g, (word) => own(SPECIAL, word) ?? word.charAt(0).toUpperCase() + word.slice(1));
  spelled.set(name, usual);
  return usual;
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** An answer whose header names go out in their usual spelling, for clients that compare them letter by letter. */
export class SpelledResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return super.setHeader(usualName(name), value);
  }

  override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
    return typeof reason === 'string'
      ? super.writeHead(status, reason, withUsualNames(headers))
      : super.writeHead(status, withUsualNames(reason));
  }
}

function withUsualNames(headers: Headers | undefined): Headers | undefined {
  return headers === undefined || Array.isArray(headers)
    ? headers
    : Object.fromEntries(Object.entries(headers).map(([name, value]) => [usualName(name), value]));
}
