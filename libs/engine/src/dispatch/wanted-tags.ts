import type { WantedTag } from '@switchyard/contracts';
import { runnerOnline } from '@switchyard/database';
import { IN_GROUP, WAITING_GROUPS } from './waiting-groups.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

/** Most tags that are named. */
const MOST_TAGS = 20;
/** Tasks of one template, tag and workspace that are counted; a longer queue costs no more. */
const MOST_COUNTED = 1_000;

/**
 * Tags that waiting tasks name and no online runner has, with the number of those tasks, most first.
 * @param projectId `null` = tasks of every project
 */
export function wantedTags({ dataSource }: Engine, projectId: number | null): Promise<WantedTag[]> {
  return rows<WantedTag>(dataSource, wanted, [projectId, MOST_COUNTED, MOST_TAGS]);
}

const wanted = `
  with recursive ${WAITING_GROUPS},
  offer as (
    select project_id, unnest(tags) as tag from runner
     where active and ${runnerOnline()})
  select waiting.tag, sum(counted.n)::int as number_of_tasks
    from waiting cross join lateral (
      select count(*) as n from (
        select from task where ${IN_GROUP} limit $2) first) counted
   where waiting.tag <> '' and ($1::int is null or waiting.project_id = $1)
     and not exists (
       select from offer where offer.tag = waiting.tag and coalesce(offer.project_id, waiting.project_id) = waiting.project_id)
   group by waiting.tag order by 2 desc, 1 limit $3`;
