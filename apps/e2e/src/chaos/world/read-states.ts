import type pg from 'pg';
import { Canaries } from '../../support/canaries.js';
import { STATE_SECRET } from './state-writers.js';
import type { World } from './world.js';
import type { StateHistory, StoredVersion } from '../history/state-history.js';

/** Reads the notes of writers, the stored states, and every place where a secret of a state stands. */
export async function readStates({ database, journal, stack }: World): Promise<StateHistory> {
  const canaries = new Canaries();
  canaries.adopt('an attribute', STATE_SECRET);
  await canaries.lookIntoDatabase(stack.postgres.url);
  canaries.lookIntoFiles(stack.dir);
  return { operations: journal.states, versions: await readVersions(database), leaks: [...new Set(canaries.found)] };
}

async function readVersions(database: pg.Pool): Promise<StoredVersion[]> {
  const { rows } = await database.query<StoredVersion>(
    `select inventory_id as workspace, serial::float8 as serial, md5, current from terraform_state order by id`,
  );
  return rows;
}
