import { Schedule as WireSchedule, ScheduleInput } from '@switchyard/contracts';
import { Schedule } from '@switchyard/database';
import { MEBIBYTE } from '@switchyard/server';
import { MAX_SCHEDULES } from '../platform/bounds.js';
import { defineResource, type Sent } from './definition.js';
import { LAUNCH_REFERENCES } from './launch-references.js';
import { ListQuery } from '../platform/http/list-query.js';

/** When a template or a workflow is started by itself. */
export const scheduleResource = defineResource({
  entity: Schedule,
  noun: 'schedule',
  plural: 'Schedules',
  path: 'schedules',
  list: 'schedules',
  most: MAX_SCHEDULES,
  label: 'name',
  title: ({ id }) => id,
  members: {
    templateId: 'shown',
    workflowId: 'shown',
    name: 'shown',
    active: 'shown',
    pauseReason: 'shown',
    type: 'shown',
    cronFormat: 'shown',
    runAt: 'shown',
    deleteAfterRun: 'shown',
    timezone: 'shown',
    overlapPolicy: 'shown',
    missedPolicy: 'shown',
    taskParams: 'content',
    secret: 'secret',
    repositoryId: 'shown',
    lastCommit: 'kept',
    checked: 'kept',
    checkProblem: 'kept',
    checkFailures: 'kept',
    savedBy: 'kept',
    nextDue: 'kept',
  },
  backup: {
    section: 'schedules',
    references: { repositoryId: 'checkable_repository' },
    within: { taskParams: LAUNCH_REFERENCES },
  },
  input: ScheduleInput,
  output: WireSchedule,
  query: ListQuery,
  bodyLimit: 4 * MEBIBYTE,
  example: ({ templateId }) => ({ name: 's', template_id: templateId, cron_format: '0 4 * * *', active: true }),
  unlessSent: { pauseReason: '', timezone: '', overlapPolicy: 'queue', missedPolicy: 'skip' },
  columns,
});

/** Columns of a schedule that looks for commits somewhere else than before: it begins there. */
export const NEVER_CHECKED = { lastCommit: '', checked: null, checkProblem: null, checkFailures: 0 };

type Kept = 'lastCommit' | 'checked' | 'checkProblem' | 'checkFailures' | 'savedBy' | 'nextDue';
type Written = Omit<Schedule, 'id' | 'projectId' | 'taskParams' | 'secret' | Kept>;

/** Columns of a schedule. Its launch parameters and its next due time come from template and calendar. */
function columns(input: ScheduleInput, stored: Schedule | null): Sent<Written> {
  const active = input.active ?? stored?.active ?? false;
  return {
    templateId: input.template_id,
    workflowId: input.workflow_id,
    name: input.name,
    active,
    pauseReason: active ? '' : input.pause_reason,
    type: input.type,
    cronFormat: input.type === 'run_at' ? '' : input.cron_format,
    runAt: input.type === 'run_at' && input.run_at !== null ? new Date(input.run_at) : null,
    deleteAfterRun: input.delete_after_run,
    timezone: input.timezone,
    overlapPolicy: input.overlap_policy,
    missedPolicy: input.missed_policy,
    repositoryId: input.repository_id,
  };
}
