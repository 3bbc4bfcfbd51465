import { QueryFailedError } from 'typeorm';
import { inUse } from '../http/refusals.js';

const UNIQUE = '23505';
const FOREIGN_KEY = '23503';

interface Violation {
  code?: string;
  constraint?: string;
}

const violation = (error: unknown): Violation =>
  (error instanceof QueryFailedError ? error.driverError : {}) as Violation;

/** Name of the unique index that refused a row; `null` for any other error. */
export function violatedUnique(error: unknown): string | null {
  const { code, constraint } = violation(error);
  return code === UNIQUE ? (constraint ?? '') : null;
}

/** Runs a delete. @throws 400 with `inUse` when other rows still refer to what it deletes */
export async function deleteUnused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw violation(error).code === FOREIGN_KEY ? inUse() : error;
  }
}
