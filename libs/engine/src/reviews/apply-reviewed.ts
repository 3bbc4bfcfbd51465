import { type Problem, type TaskReview, TERRAFORM_CHECKS } from '@switchyard/contracts';
import { Task, Template } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { NotFoundError, RepeatedReviewError, ReviewRefusedError } from '../errors.js';
import { insertTask, type StoredTask } from '../launch/insert-tasks.js';
import { announced } from '../launch/create-task.js';
import { requireQuota } from '../launch/launch-task.js';
import type { NewTask } from '../launch/new-task.js';
import { draftOf } from '../launch/task-draft.js';
import { readSources, type TaskSources } from '../launch/task-sources.js';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';
import { requireReviewable, type ReviewedTask } from './reviewed-plan.js';

/** Who lets the plan of a pull request be applied, and where. */
export interface Approval {
  projectId: number;
  /** The task whose plan was reviewed. */
  taskId: number;
  way: TaskReview['way'];
  /** null = nobody who is known here. */
  userId: number | null;
  integrationId: number | null;
  account: string | null;
  url: string | null;
  /** Key of the event at the forge; null = the review was made in the product. */
  key: string | null;
  /** Where the merge is; null = the commit that was reviewed. */
  merged: { branch: string; commit: string } | null;
}

/**
 * Starts a task that plans once more and applies that plan where it does what the reviewed one does. Of several approvals of one plan one wins.
 * @throws NotFoundError, ReviewRefusedError, RepeatedReviewError, QuotaUsedError, LaunchRefusedError
 */
export async function applyReviewed(engine: Engine, approval: Approval): Promise<Task> {
  const { dataSource } = engine;
  const { projectId, taskId: id } = approval;
  await requireQuota(engine, projectId);
  const named = await dataSource.manager.findOneBy(Task, { id, projectId });
  if (!named) {
    throw new NotFoundError('task');
  }
  const sources = await readSources(engine, named);
  return announced(engine, await dataSource.transaction((manager) => store(manager, approval, sources)));
}

async function store(manager: EntityManager, approval: Approval, sources: TaskSources): Promise<StoredTask> {
  const { taskId: id, way, key } = approval;
  await row(manager, 'select from task where id = $1 for no key update', [id]);
  const reviewed = await manager.findOneByOrFail(Task, { id });
  await requireOnce(manager, reviewed, key);
  const plan = await requireReviewable(manager, reviewed, sources.template, way);
  return insertTask(manager, draftOf(taskOf(plan, approval), sources, null), sources.notifiesRunners);
}

/** Why the plan of a task may not be applied; null = it may, as things are now. @throws NotFoundError */
export async function reviewRefusal(
  { dataSource: { manager } }: Pick<Engine, 'dataSource'>,
  { projectId, taskId: id, way }: Pick<Approval, 'projectId' | 'taskId' | 'way'>,
): Promise<Problem | null> {
  const task = await manager.findOneBy(Task, { id, projectId });
  if (!task) {
    throw new NotFoundError('task');
  }
  const template = await manager.findOneByOrFail(Template, { id: task.templateId });
  try {
    await requireReviewable(manager, task, template, way);
    return null;
  } catch (error) {
    if (error instanceof ReviewRefusedError) {
      return error.problem;
    }
    throw error;
  }
}

/** One event at the forge starts one task, however often it is delivered. */
async function requireOnce(manager: EntityManager, { templateId, id }: Task, key: string | null): Promise<void> {
  const first =
    key &&
    (await row<{ id: number }>(
      manager,
      'select id from task where template_id = $1 and id > $2 and review_key = $3 order by id limit 1',
      [templateId, id, key],
    ));
  if (first) {
    throw new RepeatedReviewError(first.id);
  }
}

/** The same launch once more, but for what keeps it from applying. */
function taskOf(plan: ReviewedTask, { way, userId, integrationId, account, url, key, merged }: Approval): NewTask {
  const { plan: _plan, auto_approve: _approve, destroy: _destroy, ...params } = plan.params;
  return {
    projectId: plan.projectId,
    templateId: plan.templateId,
    userId,
    integrationId,
    playbook: plan.playbook,
    environment: plan.environment,
    secret: plan.secret,
    arguments: plan.arguments,
    gitBranch: merged?.branch ?? plan.gitBranch,
    commitHash: merged?.commit ?? plan.commitHash,
    ...(merged === null && {
      commitMessage: plan.commitMessage,
      commitAuthor: plan.commitAuthor,
      commitUrl: plan.commitUrl,
    }),
    message: plan.message,
    params: Object.fromEntries(Object.entries(params).filter(([name]) => !CHECKS.has(name))),
    trustedVariables: plan.trustedVariables,
    inventoryId: plan.inventoryId,
    pullRequest: plan.pullRequest,
    review: { task_id: plan.id, way, account, url, plan: 'pending' },
    reviewKey: key,
  };
}

const CHECKS: ReadonlySet<string> = new Set(TERRAFORM_CHECKS);
