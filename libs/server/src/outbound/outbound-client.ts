import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate, type SecureContext } from 'node:tls';
import { anySignal } from '@switchyard/concurrency';
import { contextTrusting, proxyAgent } from '@switchyard/connections';
import { AddressFilter } from './address-filter.js';
import { guardedLookup, refuseKnownName, type Resolve, resolveBySystem } from './guarded-lookup.js';
import { faultOf, OutboundError } from './outbound-error.js';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;

export interface OutboundRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers?: Record<string, string>;
  body?: string;
  /** Gives up. */
  signal?: AbortSignal;
  /** PEM of authorities that this request trusts, too; empty = none. */
  ca?: string;
}

/** An answer of whatever status; a redirection is an answer too. */
export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it was sent: what is compressed stays so. */
  body: Buffer;
}

export interface OutboundOptions {
  /** Targets that are allowed besides public addresses: addresses, ranges (CIDR), host names. */
  allow?: readonly string[];
  /** Time for everything from the resolution to the last byte; default 10 s. */
  timeoutMs?: number;
  /** Most bytes of an answer's body; default 64 KiB. */
  maxAnswerBytes?: number;
  resolve?: Resolve;
  /** PEM of authorities that are trusted beside those of all connections. */
  ca?: string;
}

/**
 * The one way in which the control plane calls addresses that people gave: http and https, addresses checked by
 * {@link AddressFilter} at the moment of the connection, no redirection followed, nothing unpacked, no connection kept,
 * time and size limited. Through the proxy that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` name: what this machine knows as a
 * forbidden address is not asked of it either; where any other name leads, the proxy decides.
 */
export class OutboundClient {
  private readonly filter: AddressFilter;
  private readonly options: Required<Omit<OutboundOptions, 'allow' | 'ca'>>;
  private readonly ca: string;

  constructor({ allow = [], ca = '', ...options }: OutboundOptions = {}) {
    this.filter = new AddressFilter(allow);
    this.ca = ca;
    const defaults = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES, resolve: resolveBySystem };
    this.options = { ...defaults, ...options };
  }

  /** @throws OutboundError */
  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const url = this.checkedUrl(request.url);
    const timeout = AbortSignal.timeout(this.options.timeoutMs);
    const signal = request.signal ? anySignal([timeout, request.signal]) : timeout;
    try {
      const proxy = proxyAgent(url);
      if (proxy !== null) {
        await unlessAborted(refuseKnownName(url.hostname, this.filter, this.options.resolve), signal);
      }
      const answer = await exchange(this.open(url, { ...request, signal }, proxy), request.body);
      const body = await readBody(answer, this.options.maxAnswerBytes);
      return { status: answer.statusCode ?? 0, headers: answer.headers, body };
    } catch (error) {
      throw asOutboundError(error, signal);
    }
  }

  /** A numeric host is never resolved, so it is checked here. The URL parser has made one form of all its spellings. */
  private checkedUrl(text: string): URL {
    // The parser would leave out line breaks and tabs without a word.
    const url = !/[\s\u0000-\u001f\u007f]/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      throw new OutboundError('address');
    }
    const host = hostOf(url);
    if (isIP(host) !== 0 && !this.filter.permits(host)) {
      throw new OutboundError('refused');
    }
    return url;
  }

  private open(
    url: URL,
    { method, headers, body, ca, signal }: OutboundRequest & { signal: AbortSignal },
    proxy: Agent | null,
  ): ClientRequest {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    return send(url, {
      method,
      headers: {
        'user-agent': 'switchyard',
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      agent: proxy ?? false,
      // Agents of proxies forget the host where it is an address.
      ...(proxy && {
        checkServerIdentity: (_: string, sent: PeerCertificate) => checkServerIdentity(hostOf(url), sent),
      }),
      lookup: guardedLookup(this.filter, this.options.resolve),
      maxHeaderSize: MAX_HEADER_BYTES,
      ...this.trusting(ca),
      signal,
    });
  }

  private trusting(ofRequest = ''): { secureContext?: SecureContext } {
    const ca = this.ca + ofRequest;
    return ca === '' ? {} : { secureContext: contextTrusting(ca) };
  }
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new OutboundError('too_slow')), { once: true });
    work.then(resolve, reject);
  });
}

function exchange(request: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject).end(body);
  });
}

/** Reads at most `maxBytes`: leaving the loop destroys the connection. */
async function readBody(answer: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > maxBytes) {
      throw new OutboundError('too_large');
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function asOutboundError(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) {
    return error;
  }
  return new OutboundError(signal.aborted ? 'too_slow' : faultOf((error as NodeJS.ErrnoException).code));
}
