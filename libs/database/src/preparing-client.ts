import { DeadlineClient } from '@switchyard/postgres';
import type pg from 'pg';

/** Most statements that are prepared on one connection, and most texts that are remembered because they came once. */
const MOST_PREPARED = 300;
const MOST_REMEMBERED = 300;
/** PostgreSQL: a prepared statement whose result has another form since a migration. */
const FORM_CHANGED = '0A000';

/** @param ms time from sending the statement to its result */
export type StatementListener = (ms: number) => void;

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that prepares repeated statements: parsing and planning them each time costs the
 * server several times as much as running them. Texts without values run as they are.
 */
export class PreparingClient extends DeadlineClient {
  private readonly names = new Map<string, string>();
  private readonly cameOnce = new Set<string>();
  private count = 0;
  protected readonly onStatement: StatementListener | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { query: own } = this;
    const query: Query = (...args) => Reflect.apply(own, this, args);
    const preparing: Query = (text, values, ...rest) => {
      const name = typeof text === 'string' && Array.isArray(values) ? this.nameOf(text) : null;
      const result =
        name === null
          ? query(text, values, ...rest)
          : this.watched(query({ name, text }, values, ...rest), String(text));
      return this.onStatement ? timed(result, this.onStatement) : result;
    };
    // Its overloads cannot be written for a function that passes on what it was given.
    Object.assign(this, { query: preparing });
  }

  /** Null for a text that is new: many come only once, and must not take the place of those that come again. */
  private nameOf(text: string): string | null {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MOST_PREPARED) {
      return known ?? null;
    }
    if (!this.cameOnce.delete(text)) {
      this.remember(text);
      return null;
    }
    const name = `s${++this.count}`;
    this.names.set(text, name);
    return name;
  }

  private remember(text: string): void {
    if (this.cameOnce.size >= MOST_REMEMBERED) {
      this.cameOnce.clear();
    }
    this.cameOnce.add(text);
  }

  /** A statement that a migration has made useless is prepared again next time. */
  private watched(result: unknown, text: string): unknown {
    return result instanceof Promise ? result.catch((error: unknown) => this.forget(error, text)) : result;
  }

  private forget(error: unknown, text: string): never {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === FORM_CHANGED) {
      this.names.delete(text);
    }
    throw error;
  }
}

/** The class of connections that report the time of each statement, when somebody listens. */
export const preparingClient = (onStatement?: StatementListener): typeof PreparingClient =>
  onStatement
    ? class extends PreparingClient {
        override readonly onStatement = onStatement;
      }
    : PreparingClient;

function timed(result: unknown, onStatement: StatementListener): unknown {
  const began = performance.now();
  return result instanceof Promise ? result.finally(() => onStatement(performance.now() - began)) : result;
}
