import type { ErrorAnswer } from './errors.js';

const BUSY = 'Somebody else changes the same at this moment, try again';

/** SQLSTATE codes (PostgreSQL manual, appendix A) that the caller of a route can cause or should know about. */
const byCode = new Map<string | undefined, { status: number; error: string }>(
  Object.entries({
    // unique_violation
    '23505': { status: 409, error: 'Something with the same name or value exists already' },
    // foreign_key_violation
    '23503': { status: 409, error: 'It is still in use, or it refers to something that does not exist' },
    // numeric_value_out_of_range
    '22003': { status: 400, error: 'A number is out of range' },
    // serialization_failure, deadlock_detected: after several tries
    '40001': { status: 503, error: BUSY },
    '40P01': { status: 503, error: BUSY },
    // character_not_in_repertoire: a text with NUL
    '22021': { status: 400, error: 'A text holds a character that cannot be stored' },
    // untranslatable_character: the same inside of JSON
    '22P05': { status: 400, error: 'A text holds a character that cannot be stored' },
  }),
);

/** Classes of SQLSTATE, and codes of Node, that say the database is away or overloaded. */
const away = /^(08...|53...|57P0.|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$/;

/** The answer to an error of the database driver, bare or wrapped; nothing of its text reaches the caller. */
export function databaseErrorAnswer(thrown: unknown): ErrorAnswer | undefined {
  const code = databaseCode(thrown);
  const known = byCode.get(code);
  if (known) {
    return { status: known.status, body: { error: known.error }, severity: known.status < 500 ? 'none' : 'warn' };
  }
  if (code !== undefined && away.test(code)) {
    return { status: 503, body: { error: 'The database is not available, try again' }, severity: 'warn' };
  }
  return undefined;
}

/** TypeORM wraps the driver's error as `driverError`. */
function databaseCode(thrown: unknown): string | undefined {
  const source = memberOf(thrown, 'driverError') ?? thrown;
  const code = memberOf(source, 'code');
  return typeof code === 'string' ? code : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}
