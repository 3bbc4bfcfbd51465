import pg from 'pg';

/** Statements that all connections of this process sent to PostgreSQL. */
export interface SentStatements {
  /** Statements that were run. */
  run: number;
  /** Those that the server had to parse and plan first. */
  parsed: number;
}

/** The messages of the protocol that a connection of `pg` sends (PostgreSQL documentation, 54.2 Message Flow). */
type Message = 'query' | 'parse' | 'bind';

/** Counts statements from now on, beside sending them. Call `stop` in the end. */
export function countStatements(): { read: () => SentStatements; stop: () => void } {
  const counts: Record<Message, number> = { query: 0, parse: 0, bind: 0 };
  const connection = pg.Connection.prototype as unknown as Record<Message, (...args: unknown[]) => unknown>;
  const originals = { query: connection.query, parse: connection.parse, bind: connection.bind };
  for (const message of ['query', 'parse', 'bind'] as const) {
    connection[message] = function counted(this: unknown, ...args: unknown[]) {
      counts[message] += 1;
      return originals[message].apply(this, args);
    };
  }
  return {
    read: () => ({ run: counts.query + counts.bind, parsed: counts.query + counts.parse }),
    stop: () => Object.assign(connection, originals),
  };
}
