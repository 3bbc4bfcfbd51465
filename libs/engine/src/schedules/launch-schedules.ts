import { TaskInput } from '@switchyard/contracts';
import { type Settled, settleEach } from '@switchyard/database';
import { type LaunchOutcome, launchTogether, type OriginatedLaunch } from '../launch/launch-together.js';
import type { LaunchRequest } from '../launch/launched-task.js';
import type { Engine } from '../ports.js';
import type { Executor } from '../statements/sql.js';
import type { ClaimedSchedule } from './claim-schedules.js';
import type { Outcome } from './due-times.js';

/** Encryption context of the secret answers of a schedule: bound to the project, as a schedule has no id before its insert. */
export const scheduleSecretContext = (projectId: number): string => `schedule_secret:${projectId}`;

/** Columns of a schedule that its launch needs. */
export type Launching = Pick<ClaimedSchedule, 'id' | 'project_id' | 'template_id' | 'task_params' | 'secret'>;

/** The secret answers do not open, or the stored parameters are none. */
export const FAILED: Outcome = { result: 'failed', issues: [] };

/** Stores the tasks of schedules. Answers what became of each. */
export async function launchSchedules(
  engine: Engine,
  on: Executor,
  schedules: readonly Launching[],
): Promise<Outcome[]> {
  const request = sharedRequests(engine);
  const launches = await settleEach(schedules, (schedule) => launchOf(schedule, request));
  const made = launches.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const launched = (await launchTogether(engine, on, made)).values();
  return launches.map((each) => (each.status === 'fulfilled' ? outcomeOf(launched.next().value) : FAILED));
}

type RequestFor = (schedule: Launching) => Promise<LaunchRequest>;

async function launchOf(schedule: Launching, requestFor: RequestFor): Promise<OriginatedLaunch> {
  return { origin: { kind: 'schedule', scheduleId: schedule.id }, request: await requestFor(schedule) };
}

/** Schedules of one template that give nothing of their own share a request. */
function sharedRequests(engine: Engine): RequestFor {
  const bare = new Map<number | null, Promise<LaunchRequest>>();
  return (schedule) => {
    const known = bare.get(schedule.template_id);
    const isBare = schedule.secret === null && Object.keys(schedule.task_params).length === 0;
    const request = (isBare ? known : undefined) ?? requestOf(engine, schedule);
    if (isBare) {
      bare.set(schedule.template_id, request);
    }
    return request;
  };
}

/** @throws when its secret answers do not open, or the stored parameters are none */
async function requestOf({ secrets }: Engine, schedule: Launching): Promise<LaunchRequest> {
  const { project_id: projectId, template_id, task_params: params, secret: sealed } = schedule;
  const secret = sealed === null ? '{}' : await secrets.openText(sealed, scheduleSecretContext(projectId));
  return { projectId, input: TaskInput.parse({ ...params, template_id, secret }) };
}

function outcomeOf(launch: Settled<LaunchOutcome> | undefined): Outcome {
  if (launch?.status !== 'fulfilled') {
    return FAILED;
  }
  return 'issues' in launch.value
    ? { result: 'refused', issues: launch.value.issues }
    : { result: 'started', issues: [], update: launch.value.task };
}
