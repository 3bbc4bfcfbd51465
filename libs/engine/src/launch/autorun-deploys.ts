import { boundedIgnored, launchVariables, type SurveyVariable } from '@switchyard/contracts';
import { fulfilled, mapApart } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import { insertTasks } from './insert-tasks.js';
import type { NewTask } from './new-task.js';
import { type Executor, rows } from '../statements/sql.js';
import { draftOf } from './task-draft.js';
import { readOrigins } from './task-origin.js';
import type { UpdateRow } from '../life-cycle/task-update.js';
import type { Together } from '../statements/whole-or-apart.js';

interface DeployTemplate {
  id: number;
  survey_vars: SurveyVariable[];
  variable_patterns: string[];
  allow_any_vars_in_task: boolean;
}

/**
 * Creates one task for every deploy template that runs by itself after the template of a task that succeeded. To be
 * called in the transaction that ends that task, so that each deploy comes exactly once. Survey variables get their
 * defaults; one that is required and has none is left out. So is a deploy that cannot be created: its build has
 * succeeded all the same.
 */
export async function autorunDeploys(
  source: DataSource,
  together: Together,
  built: Pick<UpdateRow, 'id' | 'project_id' | 'template_id'>,
): Promise<UpdateRow[]> {
  const found = await together([built], async (on) => [await readTemplates(on, built)]);
  const tasks = mapApart(fulfilled(found).flat(), (template) => deployOf(built, template), leftOut);
  const read = await together(tasks, (on, some) => readOrigins(source, on, some));
  const origins = read.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
  const known = tasks.flatMap((task, i) => (origins[i] ? [{ task, origin: origins[i] }] : []));
  const drafts = mapApart(known, ({ task, origin }) => draftOf(task, origin, null), leftOut);
  const hasWebhooks = origins.some((origin) => origin?.hasWebhooks);
  const stored = await together(drafts, (on, some) => insertTasks(on, some, hasWebhooks));
  return fulfilled(stored).map(({ update }) => update);
}

const leftOut = (): void => undefined;

const readTemplates = (
  on: Executor,
  { project_id: projectId, template_id: templateId }: Pick<UpdateRow, 'project_id' | 'template_id'>,
): Promise<DeployTemplate[]> =>
  rows<DeployTemplate>(
    on,
    `select id, survey_vars, variable_patterns, allow_any_vars_in_task from template
      where project_id = $1 and build_template_id = $2 and type = 'deploy' and autorun order by id`,
    [projectId, templateId],
  );

function deployOf(built: Pick<UpdateRow, 'id' | 'project_id'>, template: DeployTemplate): NewTask {
  const settings = {
    surveyVars: template.survey_vars,
    variablePatterns: template.variable_patterns,
    allowAnyVarsInTask: template.allow_any_vars_in_task,
  };
  const { values, ignored } = launchVariables(settings, NOTHING_SENT, false);
  return {
    projectId: built.project_id,
    templateId: template.id,
    buildTaskId: built.id,
    environment: Object.keys(values).length > 0 ? JSON.stringify(values) : '',
    ignored: boundedIgnored(ignored),
  };
}

const NOTHING_SENT = { environment: '{}', secret: '{}' } as const;

/** True when some template deploys by itself what the `task` makes: without one its end needs no transaction. */
export const HAS_AUTORUN = `exists (
  select from template deploy where deploy.project_id = task.project_id
     and deploy.build_template_id = task.template_id and deploy.autorun and deploy.type = 'deploy') as has_autorun`;
