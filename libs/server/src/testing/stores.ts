import { startPostgres, startRedis, startTcpProxy } from '@switchyard/testing';
import { pino } from 'pino';

interface StoreOptions {
  databaseUrl: string;
  queueUrl?: string;
}

/** A server that queue and bus may live on, which the test can stop and start. */
export interface Store {
  options: StoreOptions;
  stop(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export const silent = pino({ level: 'silent' });

/** Both backends; Redis without its PostgreSQL proves that it needs none. */
export const stores: [string, () => Promise<Store>][] = [
  [
    'postgres',
    async () => {
      const server = await startPostgres();
      return { ...server, options: { databaseUrl: server.url } };
    },
  ],
  [
    'redis',
    async () => {
      const server = await startRedis();
      return { ...server, options: { databaseUrl: 'postgres://nowhere.invalid/none', queueUrl: server.url } };
    },
  ],
];

/** The same store, reached over connections that a test can let fall silent. */
export async function behindProxy({ options }: Store) {
  const url = new URL(options.queueUrl ?? options.databaseUrl);
  const proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const through: StoreOptions = options.queueUrl ? { ...options, queueUrl: url.href } : { databaseUrl: url.href };
  return { proxy, options: through };
}
