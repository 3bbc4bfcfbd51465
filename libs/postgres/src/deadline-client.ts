import pg from 'pg';

/** Message of pg for a statement without an answer within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that ends with the first statement that has no answer within `query_timeout`: the server may still work on it, or is gone
 * without a word, and whatever is sent after it would wait behind it.
 */
export class DeadlineClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { query: own } = this;
    const query: Query = (...args) => {
      const result: unknown = Reflect.apply(own, this, args);
      return result instanceof Promise ? result.catch((error: unknown) => this.endAfter(error)) : result;
    };
    // Its overloads cannot be written for a function that passes on what it was given.
    Object.assign(this, { query });
  }

  private endAfter(error: unknown): never {
    if (error instanceof Error && error.message === NO_ANSWER) {
      this.end().catch(() => undefined);
    }
    throw error;
  }
}
