import { checkSurveyAnswers, type SurveyVariable } from '@switchyard/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { insertTasks } from './insert-tasks.js';
import type { NewTask } from './new-task.js';
import { rows } from './sql.js';
import { draftOf } from './task-draft.js';
import { readOrigins } from './task-origin.js';
import type { UpdateRow } from './task-update.js';

interface DeployTemplate {
  id: number;
  survey_vars: SurveyVariable[];
}

/**
 * Creates one task for every deploy template that runs by itself after the template of a task that succeeded. To be
 * called in the transaction that ends that task, so that each deploy comes exactly once. Survey variables get their
 * defaults; one that is required and has none is left out.
 */
export async function autorunDeploys(
  source: DataSource,
  manager: EntityManager,
  built: Pick<UpdateRow, 'id' | 'project_id' | 'template_id'>,
): Promise<UpdateRow[]> {
  const templates = await rows<DeployTemplate>(
    manager,
    `select id, survey_vars from template
      where project_id = $1 and build_template_id = $2 and type = 'deploy' and autorun order by id`,
    [built.project_id, built.template_id],
  );
  if (templates.length === 0) {
    return [];
  }
  const tasks = templates.map((template) => deployOf(built, template));
  const origins = await readOrigins(source, manager, tasks);
  const drafts = tasks.flatMap((task, i) => {
    const origin = origins[i];
    return origin ? [draftOf(task, origin, null)] : [];
  });
  const hasWebhooks = origins.some((origin) => origin?.hasWebhooks);
  return (await insertTasks(manager, drafts, hasWebhooks)).map(({ update }) => update);
}

function deployOf(
  built: Pick<UpdateRow, 'id' | 'project_id'>,
  { id, survey_vars: questions }: DeployTemplate,
): NewTask {
  const { answers } = checkSurveyAnswers(questions, { values: {}, secrets: {} });
  return {
    projectId: built.project_id,
    templateId: id,
    buildTaskId: built.id,
    environment: Object.keys(answers.values).length > 0 ? JSON.stringify(answers.values) : '',
  };
}

/** True when some template deploys by itself what the `task` makes: without one its end needs no transaction. */
export const HAS_AUTORUN = `exists (
  select from template deploy where deploy.project_id = task.project_id
     and deploy.build_template_id = task.template_id and deploy.autorun and deploy.type = 'deploy') as has_autorun`;
