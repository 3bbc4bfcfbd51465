import { startEmbeddedPostgres, type EmbeddedPostgres } from '@switchyard/stack';
import { Keeper, type KeeperAnswer } from './keeper.js';

/** The PostgreSQL server shared by all test processes of this checkout. */
export interface TestPostgres {
  /** Address of its maintenance database; tests work in databases of their own, see `createTestDatabase`. */
  url: string;
  /** Changes from one test run to the next, for what may be kept within one run only. */
  run: string;
  /** Releases this user's hold; the server stops some seconds after the last one. */
  release(): void;
}

const START_ATTEMPTS = 3;

/** The shared server: started at the first call of any process, stopped after the last user, also a killed one. */
export async function testPostgres(): Promise<TestPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    const keeper = await Keeper.connect();
    try {
      const { url, generation } = await serverOf(keeper);
      return { url, run: `${process.ppid}_${generation}`, release: () => keeper.close() };
    } catch (error) {
      keeper.close();
      if (attempt === START_ATTEMPTS) {
        throw error;
      }
    }
  }
}

async function serverOf(keeper: Keeper): Promise<{ url: string; generation: number }> {
  const answer = await keeper.ask();
  if ('postgres' in answer) {
    return answer.postgres;
  }
  const server = await startEmbeddedPostgres({
    dataDir: answer.start.dataDir,
    fast: true,
    settings: { max_connections: '500' },
  });
  return report(keeper, server);
}

async function report(keeper: Keeper, server: EmbeddedPostgres): Promise<{ url: string; generation: number }> {
  let answer: KeeperAnswer | undefined;
  try {
    answer = await keeper.started({ url: server.url, pid: server.pid });
  } finally {
    if (!answer || !('postgres' in answer)) {
      await server.stop();
    }
  }
  if (!('postgres' in answer)) {
    throw new Error('The keeper of test services lost the server it had just been given');
  }
  return answer.postgres;
}
