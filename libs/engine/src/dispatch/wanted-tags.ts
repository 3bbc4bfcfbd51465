import type { WantedTag } from '@switchyard/contracts';
import { ASSIGNABLE, WAITING_GROUPS } from './waiting-groups.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { RUNNER_OFFLINE_SECONDS } from '../runners/poll-runner.js';

/** Most tags that are named. */
const MOST_TAGS = 20;
/** Tasks of one template and tag that are counted; a longer queue costs no more. */
const MOST_COUNTED = 1_000;

/**
 * Tags that waiting tasks ask for and that no runner offers which is online, with the number of those tasks, most first.
 * @param projectId `null` = tasks of every project
 */
export function wantedTags({ dataSource }: Engine, projectId: number | null): Promise<WantedTag[]> {
  return rows<WantedTag>(dataSource, wanted, [projectId, RUNNER_OFFLINE_SECONDS, MOST_COUNTED, MOST_TAGS]);
}

const wanted = `
  with recursive ${WAITING_GROUPS},
  offer as (
    select project_id, unnest(tags) as tag from runner
     where active and not draining and paused_reason is null and touched > now() - make_interval(secs => $2))
  select g.tag, sum(counted.n)::int as number_of_tasks
    from g cross join lateral (
      select count(*) as n from (
        select from task where ${ASSIGNABLE} and project_id = g.project_id and template_id = g.template_id
           and tag = g.tag and app = g.app limit $3) first) counted
   where g.tag <> '' and ($1::int is null or g.project_id = $1)
     and not exists (
       select from offer where offer.tag = g.tag and coalesce(offer.project_id, g.project_id) = g.project_id)
   group by g.tag order by 2 desc, 1 limit $4`;
