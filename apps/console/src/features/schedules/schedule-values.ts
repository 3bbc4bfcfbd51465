import { issueAt, problem, type Schedule, ScheduleInput, type ScheduleTimingInput } from '@switchyard/contracts';
import { storedLaunch, type StoredLaunch } from '../../components/forms/launch-form.js';
import { emptyAt, type FormIssue, formIssues } from '../../lib/form-issues.js';
import { DEFAULT_CRON, isEveryMinute, startOf, type TimingMode, timingOf } from './timing.js';

/** Values of the dialog of a schedule, beside its launch parameters. */
export interface ScheduleValues {
  name: string;
  /** What it starts. */
  target: 'template' | 'workflow';
  template_id: number | undefined;
  workflow_id: number | undefined;
  mode: TimingMode;
  cron_format: string;
  /** Local time of the reader, as `datetime-local` has it. */
  run_at: string;
  timezone: string;
  /** Of a schedule that looks for new commits. */
  repository_id: number | undefined;
  overlap_policy: Schedule['overlap_policy'];
  missed_policy: Schedule['missed_policy'];
  active: boolean;
  /** Of a schedule that is paused; the form keeps it. */
  pause_reason: string;
  delete_after_run: boolean;
}

/** A new schedule, or one as it was read. */
export function scheduleValues(row: Schedule | null, templateId: number | undefined): ScheduleValues {
  if (row === null) {
    return { ...FRESH, template_id: templateId };
  }
  const { name, timezone, overlap_policy, missed_policy, active, pause_reason, delete_after_run } = row;
  return {
    name,
    target: row.workflow_id === null ? 'template' : 'workflow',
    template_id: row.template_id ?? undefined,
    workflow_id: row.workflow_id ?? undefined,
    timezone,
    overlap_policy,
    missed_policy,
    active,
    pause_reason,
    delete_after_run,
    mode: modeOf(row),
    repository_id: row.repository_id ?? undefined,
    cron_format: row.cron_format || DEFAULT_CRON,
    run_at: localText(row.run_at),
  };
}

function modeOf({ type, repository_id: repositoryId, cron_format: cron }: Schedule): TimingMode {
  if (repositoryId !== null) {
    return 'commits';
  }
  return type === 'run_at' ? 'once' : timingOf(cron).mode;
}

const FRESH: Omit<ScheduleValues, 'template_id'> = {
  name: '',
  target: 'template',
  workflow_id: undefined,
  mode: 'daily',
  cron_format: startOf.daily,
  run_at: '',
  timezone: '',
  repository_id: undefined,
  overlap_policy: 'queue',
  missed_policy: 'skip',
  active: true,
  pause_reason: '',
  delete_after_run: false,
};

/** `2030-01-31T08:15` of this browser's zone. */
function localText(time: string | null): string {
  if (time === null) {
    return '';
  }
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const momentOf = (text: string): string | null => {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

/** The timing as it is typed. */
export const timingBody = (
  values: Pick<ScheduleValues, 'mode' | 'cron_format' | 'run_at' | 'timezone'>,
): ScheduleTimingInput =>
  values.mode === 'once'
    ? { type: 'run_at', cron_format: '', run_at: momentOf(values.run_at), timezone: values.timezone }
    : { type: '', cron_format: values.cron_format.trim(), run_at: null, timezone: values.timezone };

/** @param launch what a schedule of a template launches with, as the body of a launch */
export function scheduleBody(values: ScheduleValues, launch: object): object {
  const { name, target, template_id, workflow_id, overlap_policy, missed_policy, active } = values;
  const { pause_reason, delete_after_run } = values;
  const policies = { overlap_policy, missed_policy, active, pause_reason, delete_after_run };
  const repository_id = values.mode === 'commits' ? (values.repository_id ?? null) : null;
  const what = target === 'workflow' ? { workflow_id } : { template_id, task_params: launch };
  return { name, ...what, ...timingBody(values), repository_id, ...policies };
}

const noCron = issueAt(['cron_format'], problem('cron', { fault: problem('cron_fields') }));

/** Whether the form requires a name (resources 5): a stored schedule that was made without one stays as it is. */
export const needsName = (row: Pick<Schedule, 'name'> | null): boolean => row === null || row.name !== '';

/**
 * Name, template or workflow, and timing are required.
 * @param row as it is stored; `null` = a new one
 */
export function scheduleIssues(values: ScheduleValues, row: Pick<Schedule, 'name'> | null): FormIssue[] {
  const empty = [
    ...(values.name.trim() === '' && needsName(row) ? [emptyAt('name')] : []),
    ...(values.target === 'workflow' && values.workflow_id === undefined ? [emptyAt('workflow_id')] : []),
    ...(values.mode === 'commits' && values.repository_id === undefined ? [emptyAt('repository_id')] : []),
    ...(values.mode !== 'once' && values.cron_format.trim() === '' ? [noCron] : []),
  ];
  const issues = formIssues(ScheduleInput, scheduleBody(values, {}));
  // A body without a workflow is one without a template.
  const isNamed = ({ path }: FormIssue): boolean =>
    empty.some((issue) => issue.path[0] === path[0]) || (path[0] === 'template_id' && values.target === 'workflow');
  return [...empty, ...issues.filter((issue) => !isNamed(issue))];
}

/** Whether saving starts a task every minute, which is not stored yet. Checks for commits start none by themselves. */
export const startsEveryMinute = (
  { mode, cron_format: cron }: Pick<ScheduleValues, 'mode' | 'cron_format'>,
  row: Pick<Schedule, 'cron_format'> | null,
): boolean => mode !== 'once' && mode !== 'commits' && cron.trim() !== row?.cron_format && isEveryMinute(cron);

/** Launch parameters of a schedule. */
export const launchOf = ({ task_params: params }: Schedule): StoredLaunch => storedLaunch(params);
