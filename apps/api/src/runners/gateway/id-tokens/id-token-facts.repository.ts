import type { IdToken, PullRequest } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

/** An attempt as its tokens name it, and what decides whether it gets any. */
export interface AttemptRow {
  project_id: number;
  project: string;
  template_id: number;
  template: string;
  id_tokens: IdToken[];
  task_id: number;
  number: number;
  user_id: number | null;
  user: string | null;
  schedule_id: number | null;
  integration_id: number | null;
  pull_request: PullRequest | null;
  is_of_workflow: boolean;
  /** Of the task, the template and the repository, whichever the code comes from. */
  branches: (string | null)[];
  environment_id: number | null;
  environment: string | null;
}

const attemptRow = `
  select task.project_id, project.name as project, task.template_id, template.name as template, template.id_tokens,
         task.id as task_id, attempt.number, task.user_id, u.username as "user", task.schedule_id, task.integration_id,
         task.pull_request, exists (select from workflow_node_run where task_id = task.id) as is_of_workflow,
         json_build_array(task.git_branch, template.git_branch, repository.git_branch) as branches,
         environment.id as environment_id, environment.name as environment
    from attempt join task on task.id = attempt.task_id
    join project on project.id = task.project_id
    join template on template.id = task.template_id
    join git_repository repository on repository.id = template.repository_id
    left join environment on environment.id = template.environment_id
    left join "user" u on u.id = task.user_id
   where attempt.id = $1`;

/** `null` = there is no such attempt. */
export async function findAttemptRow(manager: EntityManager, attemptId: number): Promise<AttemptRow | null> {
  const [row] = await manager.query<AttemptRow[]>(attemptRow, [attemptId]);
  return row ?? null;
}
