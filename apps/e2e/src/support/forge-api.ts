import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operationOf, PUBLISHED_APIS, requestFaults } from '@switchyard/testing';

/** A request that the forge got. */
export interface ForgeRequest {
  line: string;
  body: Record<string, unknown>;
}

/** A stand-in of a forge's API: judges what it gets by the public document of the forge, keeps it, and answers as that says. */
export interface ForgeApi {
  origin: string;
  requests: ForgeRequest[];
  /** Parts of the requests that the document does not name. */
  faults: string[];
  /** 503 = it is away. */
  status: number;
  close(): Promise<void>;
}

export async function startForgeApi(forge: keyof typeof PUBLISHED_APIS): Promise<ForgeApi> {
  const published = PUBLISHED_APIS[forge];
  const server = createServer((request, answer) => {
    void request.toArray().then((parts) => {
      const { method, url = '', headers } = request;
      const body = Buffer.concat(parts).toString();
      const call = { method, url: `${api.origin}${url}`, headers, body };
      api.requests.push({
        line: `${method} ${url}`,
        body: (body === '' ? {} : JSON.parse(body)) as ForgeRequest['body'],
      });
      api.faults.push(...requestFaults(published, call));
      const { status = 404, example } = operationOf(published, call) ?? {};
      answer.writeHead(api.status === 200 ? status : api.status).end(JSON.stringify(example));
    });
  });
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  const api: ForgeApi = { origin: '', requests: [], faults: [], status: 200, close };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return api;
}
