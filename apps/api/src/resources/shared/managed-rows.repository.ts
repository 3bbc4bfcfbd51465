import type { EntityManager } from 'typeorm';

/** Rows of a project that its files hold, with their places. */
export class ManagedPlaces {
  constructor(private readonly places: ReadonlyMap<string, string>) {}

  /** `file:line:column`; `null` = no file holds the row. */
  of(noun: string, id: number): string | null {
    return this.places.get(`${noun} ${id}`) ?? null;
  }
}

/** A row that files hold. */
export interface ManagedRowAt {
  noun: string;
  id: number;
  place: string;
}

export const readManagedRows = (manager: EntityManager, projectId: number): Promise<ManagedRowAt[]> =>
  manager.query<ManagedRowAt[]>(
    'select noun, row_id as id, place from managed_row where project_id = $1 order by noun, row_id',
    [projectId],
  );

export async function managedPlaces(manager: EntityManager, projectId: number): Promise<ManagedPlaces> {
  const rows = await readManagedRows(manager, projectId);
  return new ManagedPlaces(new Map(rows.map(({ noun, id, place }) => [`${noun} ${id}`, place])));
}

/** Place of the file that holds a row; `null` = none does. */
export async function managedPlace(
  manager: EntityManager,
  { projectId, id }: { projectId: number; id: number },
  noun: string,
): Promise<string | null> {
  const [row] = await manager.query<{ place: string }[]>(
    'select place from managed_row where project_id = $1 and noun = $2 and row_id = $3',
    [projectId, noun, id],
  );
  return row?.place ?? null;
}

/** Puts these rows in place of those that were managed. */
export async function replaceManagedRows(
  manager: EntityManager,
  projectId: number,
  rows: readonly ManagedRowAt[],
): Promise<void> {
  await manager.query('delete from managed_row where project_id = $1', [projectId]);
  await manager.query(
    `insert into managed_row (project_id, noun, row_id, place)
     select $1, noun, row_id, place from unnest($2::text[], $3::int[], $4::text[]) as given(noun, row_id, place)`,
    [projectId, rows.map(({ noun }) => noun), rows.map(({ id }) => id), rows.map(({ place }) => place)],
  );
}
