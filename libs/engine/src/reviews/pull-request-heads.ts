import type { Engine } from '../ports.js';
import { type Executor, row, rows } from '../statements/sql.js';

/** Report of a forge about the head of a pull request. */
export interface ToldHead {
  templateId: number;
  number: number;
  commit: string;
  closed: boolean;
  /** When the forge changed it; null = it does not say. */
  changed: Date | null;
}

/** Keeps the last commit of a pull request. A report older than the forge's last one changes nothing; another commit drops refusals. */
export async function noteHead(
  { dataSource }: Pick<Engine, 'dataSource'>,
  { templateId, number, commit, closed, changed }: ToldHead,
): Promise<void> {
  await rows(
    dataSource,
    `insert into pull_request_head as head (template_id, number, commit_hash, closed, changed)
       select id, $2, $3, $4, least(coalesce($5, now()), now()) from template where id = $1
     on conflict (template_id, number) do update
       set commit_hash = excluded.commit_hash, closed = excluded.closed, changed = excluded.changed,
           refusal = case when head.commit_hash = excluded.commit_hash then head.refusal end
       where head.changed <= excluded.changed`,
    [templateId, number, commit, closed, changed],
  );
}

/** The last word of the forge on a pull request. */
export interface KnownHead {
  commit: string;
  closed: boolean;
}

export const readHead = (on: Executor, templateId: number, number: number): Promise<KnownHead | undefined> =>
  row<KnownHead>(
    on,
    'select commit_hash as commit, closed from pull_request_head where template_id = $1 and number = $2',
    [templateId, number],
  );
