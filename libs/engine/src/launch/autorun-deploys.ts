import { TaskInput } from '@switchyard/contracts';
import { fulfilled, mapApart } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import type { UpdateRow } from '../life-cycle/task-update.js';
import { type Executor, rows } from '../statements/sql.js';
import type { Together } from '../statements/whole-or-apart.js';
import { insertTasks } from './insert-tasks.js';
import { launchedTask, type LaunchRequest, referencesOf } from './launched-task.js';
import { draftOf } from './task-draft.js';
import { readSourcesOf } from './task-sources.js';

/**
 * Launches every deploy template that runs by itself after the template of a task that succeeded. To be called in the
 * transaction that ends that task, so that each deploy comes exactly once. Survey variables get their defaults; one that
 * is required and has none is left out. So is a deploy that cannot be created: its build has succeeded all the same.
 */
export async function autorunDeploys(
  source: DataSource,
  together: Together,
  built: Pick<UpdateRow, 'id' | 'project_id' | 'template_id'>,
): Promise<UpdateRow[]> {
  const found = await together([built], async (on) => [await readTemplates(on, built)]);
  const requests = fulfilled(found)
    .flat()
    .map(({ id }) => deployOf(built, id));
  const read = await together(requests, (on, some) => readSourcesOf(source, on, some.map(referencesOf)));
  const known = read.flatMap((each, i) => {
    const sources = each.status === 'fulfilled' ? each.value : undefined;
    return sources && requests[i] ? [{ request: requests[i], sources }] : [];
  });
  const drafts = mapApart(
    known,
    ({ request, sources }) => draftOf(launchedTask({ kind: 'autorun' }, request, sources).task, sources, null),
    leftOut,
  );
  const hasWebhooks = known.some(({ sources }) => sources.hasWebhooks);
  const stored = await together(drafts, (on, some) => insertTasks(on, some, hasWebhooks));
  return fulfilled(stored).map(({ update }) => update);
}

const leftOut = (): void => undefined;

const readTemplates = (
  on: Executor,
  { project_id: projectId, template_id: templateId }: Pick<UpdateRow, 'project_id' | 'template_id'>,
): Promise<{ id: number }[]> =>
  rows(
    on,
    `select id from template
      where project_id = $1 and build_template_id = $2 and type = 'deploy' and autorun order by id`,
    [projectId, templateId],
  );

const deployOf = (built: Pick<UpdateRow, 'id' | 'project_id'>, templateId: number): LaunchRequest => ({
  projectId: built.project_id,
  input: TaskInput.parse({ template_id: templateId, build_task_id: built.id }),
});

/** True when some template deploys by itself what the `task` makes: without one its end needs no transaction. */
export const HAS_AUTORUN = `exists (
  select from template deploy where deploy.project_id = task.project_id
     and deploy.build_template_id = task.template_id and deploy.autorun and deploy.type = 'deploy') as has_autorun`;
