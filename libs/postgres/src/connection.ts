import type pg from 'pg';
import { DeadlineClient } from './deadline-client.js';
import { isReadOnly, NoPrimaryError, PrimaryFinder } from './primary-finder.js';
import { serverList } from './server-list.js';

/** Options of a pool or a client of pg. */
export interface PostgresConnection {
  connectionString: string;
  Client: typeof DeadlineClient;
}

/** Every connection of a process goes to the same server. */
const finders = new Map<string, PrimaryFinder>();

/**
 * Connections to the PostgreSQL of an address. Where it names several servers, each new connection goes to the first of them that takes
 * writes; one that was promoted is found as soon as connections to the one before it fail.
 * @param Base class of the connections
 */
export function connectionTo(url: string, Base: typeof DeadlineClient = DeadlineClient): PostgresConnection {
  const { url: connectionString, servers } = serverList(url);
  if (servers.length === 0) {
    return { connectionString, Client: Base };
  }
  const finder = finders.get(url) ?? new PrimaryFinder(servers, { connectionString });
  finders.set(url, finder);
  return { connectionString, Client: toPrimary(Base, finder) };
}

function toPrimary(Base: typeof DeadlineClient, finder: PrimaryFinder): typeof DeadlineClient {
  return class extends Base {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const connect = (callback?: (error: unknown, client?: pg.Client) => void): Promise<pg.Client> | undefined => {
        const connected = connectToPrimary(this, finder, () => super.connect());
        return callback ? void connected.then(() => callback(null, this), callback) : connected;
      };
      // Its overloads cannot be written for a function that does both.
      Object.assign(this, { connect });
    }
  };
}

async function connectToPrimary(
  client: pg.Client,
  finder: PrimaryFinder,
  connect: () => Promise<unknown>,
): Promise<pg.Client> {
  const server = await finder.find();
  try {
    Object.assign(client, server);
    // The server may be gone, and another one have its place.
    client.once('end', () => finder.forget());
    await connect();
    if (await isReadOnly(client)) {
      throw new NoPrimaryError([server], ['is read-only']);
    }
    return client;
  } catch (error) {
    finder.forget();
    client.end().catch(() => undefined);
    throw error;
  }
}
