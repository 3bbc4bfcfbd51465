import { type DayStats, FINAL_STATUSES, type StatsQuery } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

interface CountRow {
  date: string;
  count_by_status: DayStats['count_by_status'];
  avg_duration: number;
}

const NONE = Object.fromEntries(FINAL_STATUSES.map((status) => [status, 0]));

/** Days in which tasks ended, oldest first. @param templateId 0 = all of the project */
export async function findDays(
  manager: EntityManager,
  projectId: number,
  templateId: number,
  { start, end, user_id }: StatsQuery,
): Promise<DayStats[]> {
  const rows = await manager.query<CountRow[]>(
    `select to_char(day, 'YYYY-MM-DD') as date, jsonb_object_agg(status, tasks) as count_by_status,
            coalesce(round(sum(seconds) / nullif(sum(ran), 0)), 0)::int as avg_duration
       from task_day
      where project_id = $1 and template_id = $2 and user_id = $3
        and day >= coalesce($4::date, (now() at time zone 'UTC')::date - interval '1 year')
        and ($5::date is null or day < $5::date)
      group by day order by day`,
    [projectId, templateId, user_id ?? 0, start ?? null, end ?? null],
  );
  return rows.map((row) => ({ ...row, count_by_status: { ...NONE, ...row.count_by_status } }));
}
