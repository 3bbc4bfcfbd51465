import type { AuditFilter, AuditQuery, AuditRecord } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

type Row = Omit<AuditRecord, 'at'> & { at: Date };
/** `place`: the time with all its digits. */
type ExportRow = Row & { place: string };

/** Records of one page of an export. */
const EXPORT_PAGE = 1_000;
/** Far more than there are. */
const MOST_ACTIONS = 2_000;

const COLUMNS = `id, at, user_id, username, ip, user_agent, action, object_type, object_id, project_id, before, after,
       outcome`;

/** Newest first: a page below a record, above one, or the top. */
export async function findRecords(
  manager: EntityManager,
  { before, after, limit, ...filter }: AuditQuery,
): Promise<AuditRecord[]> {
  const { where, parameters } = conditions(filter);
  const upwards = before === undefined && after !== undefined;
  const [beyond, order] = upwards ? ['>', 'asc'] : ['<', 'desc'];
  const rows = await manager.query<Row[]>(
    `select ${COLUMNS} from audit
      where ${where} and ($8::int is null or (at, id) ${beyond} (select at, id from audit where id = $8))
      order by at ${order}, id ${order} limit $9`,
    [...parameters, before ?? after ?? null, limit],
  );
  return (upwards ? rows.toReversed() : rows).map(toRecord);
}

/** One look at the index for each action, however many records there are. */
export async function findActions(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ action: string }[]>(`
    with recursive each(action) as (
      select min(action) from audit
      union all
      select (select min(action) from audit where action > each.action) from each where each.action is not null
    )
    select action from each where action is not null order by action limit ${MOST_ACTIONS}`);
  return rows.map(({ action }) => action);
}

/** Oldest first, page by page, as far as it reaches now. */
export async function* readRecords(manager: EntityManager, filter: AuditFilter): AsyncGenerator<AuditRecord[]> {
  const { where, parameters } = conditions({ ...filter, to: filter.to ?? new Date() });
  let last: ExportRow | undefined;
  do {
    const rows: ExportRow[] = await manager.query<ExportRow[]>(
      `select ${COLUMNS}, at::text as place from audit
        where ${where} and ($8::int is null or (at, id) > ($9::timestamptz, $8))
        order by at, id limit $10`,
      [...parameters, last?.id ?? null, last?.place ?? null, EXPORT_PAGE],
    );
    yield rows.map(({ place: _, ...row }) => toRecord(row));
    last = rows.length < EXPORT_PAGE ? undefined : rows.at(-1);
  } while (last);
}

function conditions(filter: AuditFilter): { where: string; parameters: unknown[] } {
  const { from, to, user_id, project_id, action, ip, outcome } = filter;
  const where = `($1::timestamptz is null or at >= $1) and ($2::timestamptz is null or at < $2)
          and ($3::int is null or user_id = $3) and ($4::int is null or project_id = $4)
          and ($5::text is null or action = $5) and ($6::text is null or ip = $6)
          and ($7::text is null or outcome = $7)`;
  return { where, parameters: [from, to, user_id, project_id, action, ip, outcome].map((value) => value ?? null) };
}

const toRecord = (row: Row): AuditRecord => ({ ...row, at: row.at.toISOString() });
