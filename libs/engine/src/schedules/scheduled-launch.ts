import { type Issue, issueAt, problem, TaskInput } from '@switchyard/contracts';
import { LaunchRefusedError, NotFoundError } from '../errors.js';
import { launchedTask, type LaunchRequest } from '../launch/launched-task.js';
import { sealedTask } from '../launch/launch-task.js';
import { draftOf, type TaskDraft } from '../launch/task-draft.js';
import type { TaskSources } from '../launch/task-sources.js';
import type { Engine } from '../ports.js';
import type { ClaimedSchedule } from './claim-schedules.js';

/** Encryption context of the secret answers of a schedule: bound to the project, as a schedule has no id before its insert. */
export const scheduleSecretContext = (projectId: number): string => `schedule_secret:${projectId}`;

/** The task of a schedule as it is to be stored, or why there is none. */
export type ScheduledLaunch = { draft: TaskDraft } | { issues: Issue[] };

type Launching = Pick<ClaimedSchedule, 'id' | 'project_id' | 'template_id' | 'task_params' | 'secret'>;

/**
 * The launch of a schedule, with its secret answers.
 * @throws when they do not open, or the stored parameters are none
 */
export async function scheduledRequest({ secrets }: Engine, schedule: Launching): Promise<LaunchRequest> {
  const { project_id: projectId, template_id, task_params: params, secret: sealed } = schedule;
  const secret = sealed === null ? '{}' : await secrets.openText(sealed, scheduleSecretContext(projectId));
  return { projectId, input: TaskInput.parse({ ...params, template_id, secret }) };
}

/** The task of a request by the template as it is now. @param sources undefined = the template is gone */
export async function scheduledLaunch(
  engine: Engine,
  schedule: Pick<Launching, 'id'>,
  request: LaunchRequest,
  sources: TaskSources | undefined,
): Promise<ScheduledLaunch> {
  if (!sources) {
    return { issues: [notInProject('template_id')] };
  }
  try {
    const launched = launchedTask({ kind: 'schedule', scheduleId: schedule.id }, request, sources);
    const draft = draftOf(launched.task, sources, null);
    return { draft: { ...draft, secret: (await sealedTask(engine, launched)).secret ?? null } };
  } catch (error) {
    return { issues: issuesOf(error) };
  }
}

const MEMBERS = { inventory: 'inventory_id', 'build task': 'build_task_id' } as const;
/** Most issues that are kept of a refusal. */
const MAX_ISSUES = 10;

function issuesOf(error: unknown): Issue[] {
  if (error instanceof LaunchRefusedError) {
    return error.issues.slice(0, MAX_ISSUES);
  }
  if (error instanceof NotFoundError && (error.what === 'inventory' || error.what === 'build task')) {
    return [notInProject(MEMBERS[error.what])];
  }
  throw error;
}

const notInProject = (member: string): Issue => issueAt([member], problem('not_in_project'));
