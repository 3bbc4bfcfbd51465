import { TaskInput } from '@switchyard/contracts';
import { fulfilled } from '@switchyard/database';
import type { UpdateRow } from '../life-cycle/task-update.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import type { Together } from '../statements/whole-or-apart.js';
import { launchTogether } from './launch-together.js';
import type { LaunchRequest } from './launched-task.js';

/**
 * Launches every deploy template that runs by itself after the template of a task that succeeded. To be called in the
 * transaction that ends that task, so that each deploy comes exactly once. Survey variables get their defaults; one that
 * is required and has none is left out. So is a deploy that cannot be created: its build has succeeded all the same.
 */
export async function autorunDeploys(
  engine: Engine,
  together: Together,
  built: Pick<UpdateRow, 'id' | 'project_id' | 'template_id'>,
): Promise<UpdateRow[]> {
  const found = await together([built], async (on) => [await readTemplates(on, built)]);
  const launches = fulfilled(found)
    .flat()
    .map(({ id }) => ({ origin: { kind: 'autorun' } as const, request: deployOf(built, id) }));
  const launched = await together(launches, (on, some) => launchTogether(engine, on, some));
  return fulfilled(fulfilled(launched)).flatMap((each) => ('task' in each ? [each.task] : []));
}

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
     and deploy.build_template_id = task.template_id and deploy.autorun and deploy.type = 'deploy')`;
