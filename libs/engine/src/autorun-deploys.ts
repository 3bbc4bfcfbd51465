import { checkSurveyAnswers, type SurveyVariable } from '@switchyard/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { insertTask } from './insert-task.js';
import { rows } from './sql.js';
import { readOrigin } from './task-origin.js';
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
  const created: UpdateRow[] = [];
  for (const template of templates) {
    const { answers } = checkSurveyAnswers(template.survey_vars, { values: {}, secrets: {} });
    const task = {
      projectId: built.project_id,
      templateId: template.id,
      buildTaskId: built.id,
      environment: Object.keys(answers.values).length > 0 ? JSON.stringify(answers.values) : '',
    };
    const { update } = await insertTask(source, manager, task, await readOrigin(manager, task), null);
    created.push(update);
  }
  return created;
}

/** True when some template deploys by itself what the `task` makes: without one its end needs no transaction. */
export const HAS_AUTORUN = `exists (
  select from template deploy where deploy.project_id = task.project_id
     and deploy.build_template_id = task.template_id and deploy.autorun and deploy.type = 'deploy') as has_autorun`;
