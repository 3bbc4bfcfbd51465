import { Redis } from 'ioredis';

/** What decides whether a Redis keeps what the queues gave it; null = it does not say. */
export interface RedisFacts {
  version: string;
  /** Whether it writes changes to a file as they come. */
  appendOnly: boolean | null;
  /** What it does when its memory is full. */
  eviction: string | null;
}

/** Asks a Redis about itself. @throws when it does not answer */
export async function inspectRedis(url: string): Promise<RedisFacts> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const info = await redis.info('server');
    return {
      version: /redis_version:(\S+)/.exec(info)?.[1] ?? '',
      appendOnly: await configured(redis, 'appendonly').then((value) => (value === null ? null : value === 'yes')),
      eviction: await configured(redis, 'maxmemory-policy'),
    };
  } finally {
    redis.disconnect();
  }
}

/** Null where the rights do not reach. */
async function configured(redis: Redis, name: string): Promise<string | null> {
  const answer = await redis.config('GET', name).catch(() => null);
  return Array.isArray(answer) && typeof answer[1] === 'string' ? answer[1] : null;
}
