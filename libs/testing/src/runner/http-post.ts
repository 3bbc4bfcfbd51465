import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface PostRequest {
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array;
  timeoutMs: number;
  agent: Agent;
  signal?: AbortSignal | undefined;
}

export interface PostAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One POST. Rejects when no whole answer arrived in time, or the signal was aborted. */
export function post({ url, headers, body, timeoutMs, agent, signal }: PostRequest): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': String(body.length) },
      ...(signal ? { signal } : {}),
    });
    const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), timeoutMs);
    outgoing.once('close', () => clearTimeout(timer));
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.once('error', reject);
      incoming.once('aborted', () => reject(new Error('the answer was cut')));
      incoming.once('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) }),
      );
    });
    outgoing.end(body);
  });
}
