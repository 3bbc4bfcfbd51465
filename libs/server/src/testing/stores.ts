import { startPostgres, startRedis } from '@switchyard/testing';
import { pino } from 'pino';

/** A server that queue and bus may live on, which the test can stop and start. */
export interface Store {
  options: { databaseUrl: string; queueUrl?: string };
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
