import { messageOf } from '@switchyard/concurrency';
import { Redis } from 'ioredis';

/** Longest time of one command, in milliseconds. */
const ANSWER_MS = 4_000;

/** Facts that decide whether a Redis keeps the messages of the queues; null = it does not report it. */
export interface RedisFacts {
  version: string;
  /** Whether it writes changes to a file as they come. */
  appendOnly: boolean | null;
  /** Policy when its memory is full. */
  eviction: string | null;
  /** Commands of queue and bus that the rights of the user do not reach. */
  refused: string[];
}

/** Asks a Redis about itself. @throws when it does not answer */
export async function inspectRedis(url: string): Promise<RedisFacts> {
  const redis = new Redis(url, {
    lazyConnect: true,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const info = await redis.info('server');
    return {
      version: /redis_version:(\S+)/.exec(info)?.[1] ?? '',
      appendOnly: await configured(redis, 'appendonly').then((value) => (value === null ? null : value === 'yes')),
      eviction: await configured(redis, 'maxmemory-policy'),
      refused: await refusedCommands(redis),
    };
  } finally {
    redis.disconnect();
  }
}

/** Tries what queue and bus need by a key and a channel of its own; nothing stays. */
async function refusedCommands(redis: Redis): Promise<string[]> {
  const own = 'switchyard:doctor';
  const tries: [string, () => Promise<unknown>][] = [
    ['EVAL', () => redis.eval("return redis.call('set', KEYS[1], '1', 'px', 1)", 1, own)],
    ['BZPOPMIN', () => redis.bzpopmin(`${own}:none`, 0.01)],
    ['XADD', () => redis.xadd(`${own}:none`, 'NOMKSTREAM', '*', 'a', 'b')],
    ['CLIENT SETNAME', () => redis.client('SETNAME', 'switchyard-doctor')],
    ['PUBLISH', () => redis.publish(own, '')],
    ['SUBSCRIBE', () => redis.subscribe(own)],
  ];
  const refused: string[] = [];
  for (const [command, run] of tries) {
    const message = await run().then(() => '', messageOf);
    refused.push(...(/NOPERM/.test(message) ? [command] : []));
  }
  return refused;
}

/** Null where the rights do not reach. */
async function configured(redis: Redis, name: string): Promise<string | null> {
  const answer = await redis.config('GET', name).catch(() => null);
  return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : null;
}
