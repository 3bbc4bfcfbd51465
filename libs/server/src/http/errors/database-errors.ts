import { problem, type Problem } from '@switchyard/contracts';
import { type ErrorAnswer, problemBody } from './errors.js';

/** SQLSTATE codes (PostgreSQL manual, appendix A) that the caller of a route can cause or should know about. */
const byCode = new Map<string | undefined, { status: number; problem: Problem }>(
  Object.entries({
    // unique_violation
    '23505': { status: 409, problem: problem('value_exists') },
    // foreign_key_violation
    '23503': { status: 409, problem: problem('reference_broken') },
    // numeric_value_out_of_range
    '22003': { status: 400, problem: problem('number_range') },
    // serialization_failure, deadlock_detected: after several tries
    '40001': { status: 503, problem: problem('changed_meanwhile') },
    '40P01': { status: 503, problem: problem('changed_meanwhile') },
    // character_not_in_repertoire: a text with NUL
    '22021': { status: 400, problem: problem('text_not_storable') },
    // untranslatable_character: the same inside of JSON
    '22P05': { status: 400, problem: problem('text_not_storable') },
  }),
);

/** Classes of SQLSTATE, and codes of Node, for a database that is away or overloaded. */
const away = /^(08...|53...|57P0.|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$/;

/** Messages of the driver that have no code: the connection is lost, was ended, or could not be had in time. */
const lost =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/;
/** TypeORM, for what a transaction still asks after its connection was lost. */
const RELEASED = 'QueryRunnerProviderAlreadyReleasedError';

/** The answer to an error of the database driver, bare or wrapped by TypeORM as `driverError`; nothing of its text reaches the caller. */
export function databaseErrorAnswer(thrown: unknown): ErrorAnswer | undefined {
  const source = memberOf(thrown, 'driverError') ?? thrown;
  const code = codeOf(source);
  const known = byCode.get(code);
  if (known) {
    return { status: known.status, body: problemBody(known.problem), severity: known.status < 500 ? 'none' : 'warn' };
  }
  if (code === undefined ? isLost(source) : away.test(code)) {
    return { status: 503, body: problemBody(problem('database_away')), severity: 'warn' };
  }
  return undefined;
}

function codeOf(source: unknown): string | undefined {
  const code = memberOf(source, 'code');
  return typeof code === 'string' ? code : undefined;
}

const isLost = (source: unknown): boolean =>
  source instanceof Error && (source.name === RELEASED || lost.test(source.message));

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}
