import type { AuditFilter, AuditQuery, AuditRecord } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

type Row = Omit<AuditRecord, 'at'> & { at: Date };
/** `place`: the time with all its digits. */
type ExportRow = Row & { place: string };

/** Records of one page of an export. */
const EXPORT_PAGE = 1_000;

const COLUMNS = `id, at, user_id, username, ip, user_agent, action, object_type, object_id, project_id, before, after,
       outcome`;

/** Newest first. */
export async function findRecords(
  manager: EntityManager,
  { before, limit, ...filter }: AuditQuery,
): Promise<AuditRecord[]> {
  const { where, parameters } = conditions(filter);
  const rows = await manager.query<Row[]>(
    `select ${COLUMNS} from audit
      where ${where} and ($6::int is null or (at, id) < (select at, id from audit where id = $6))
      order by at desc, id desc limit $7`,
    [...parameters, before ?? null, limit],
  );
  return rows.map(toRecord);
}

/** Oldest first, page by page, as far as it reaches now. */
export async function* readRecords(manager: EntityManager, filter: AuditFilter): AsyncGenerator<AuditRecord[]> {
  const { where, parameters } = conditions({ ...filter, to: filter.to ?? new Date() });
  let last: ExportRow | undefined;
  do {
    const rows: ExportRow[] = await manager.query<ExportRow[]>(
      `select ${COLUMNS}, at::text as place from audit
        where ${where} and ($6::int is null or (at, id) > ($7::timestamptz, $6))
        order by at, id limit $8`,
      [...parameters, last?.id ?? null, last?.place ?? null, EXPORT_PAGE],
    );
    yield rows.map(({ place: _, ...row }) => toRecord(row));
    last = rows.length < EXPORT_PAGE ? undefined : rows.at(-1);
  } while (last);
}

function conditions({ from, to, user_id, project_id, action }: AuditFilter): { where: string; parameters: unknown[] } {
  const where = `($1::timestamptz is null or at >= $1) and ($2::timestamptz is null or at < $2)
          and ($3::int is null or user_id = $3) and ($4::int is null or project_id = $4)
          and ($5::text is null or action = $5)`;
  return { where, parameters: [from ?? null, to ?? null, user_id ?? null, project_id ?? null, action ?? null] };
}

const toRecord = (row: Row): AuditRecord => ({ ...row, at: row.at.toISOString() });
