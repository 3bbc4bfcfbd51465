import { problem } from '@switchyard/contracts';
import { type Task, settleEach, taskFinal } from '@switchyard/database';
import { stopTask } from '../life-cycle/stop-task.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

/** So many tasks of the template are looked at, the newest first. */
const LOOKED_AT = 200;

type Started = Pick<Task, 'id' | 'templateId' | 'gitBranch' | 'projectId' | 'pullRequest'>;

/**
 * Stops the tasks that senders have started before on the same branch or for the same pull request of the same template, as their commit is not the last one
 * any more. One whose plan was confirmed goes on: it may be changing something.
 */
export async function stopOlderTasks(
  engine: Engine,
  { id, templateId, gitBranch, projectId, pullRequest }: Started,
): Promise<void> {
  const older = await rows<{ taskId: number }>(
    engine.dataSource,
    `select task.id as "taskId"
       from (select * from task where template_id = $1 and id < $2 order by id desc limit ${LOOKED_AT}) task
      where task.integration_id is not null and task.git_branch is not distinct from $3 and task.decided is null
        and (task.pull_request ->> 'number')::int is not distinct from $4
        and not ${taskFinal()} and task.status <> 'stopping'`,
    [templateId, id, gitBranch, pullRequest?.number ?? null],
  );
  const newer = problem('superseded_by_commit', { task: id });
  await settleEach(older, ({ taskId }) => stopTask(engine, { projectId, taskId, force: false, problem: newer }));
}
