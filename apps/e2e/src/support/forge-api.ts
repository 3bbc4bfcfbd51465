import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the forge got. */
export interface ForgeRequest {
  line: string;
  body: Record<string, unknown>;
}

/** A stand-in of a forge's API: keeps what it gets, and answers with a status. */
export interface ForgeApi {
  origin: string;
  requests: ForgeRequest[];
  /** Every answer; 503 = it is away. */
  status: number;
  close(): Promise<void>;
}

export async function startForgeApi(): Promise<ForgeApi> {
  const server = createServer((request, answer) => {
    void request.toArray().then((parts) => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as ForgeRequest['body'];
      api.requests.push({ line: `${request.method} ${request.url}`, body });
      answer.writeHead(api.status).end('{"id":42}');
    });
  });
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  const api: ForgeApi = { origin: '', requests: [], status: 201, close };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return api;
}
