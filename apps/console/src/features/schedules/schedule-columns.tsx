import { ApartmentOutlined } from '@ant-design/icons';
import { type Schedule, type ScheduleRun, withVisibleControls } from '@switchyard/contracts';
import { Switch } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useGetInfoQuery } from '../../api/system-api.js';
import { AppMark } from '../../components/brand/app-mark.js';
import type { Column } from '../../components/data-table/column.js';
import { Dash } from '../../components/display/dash.js';
import { Moment } from '../../components/display/moment.js';
import { StatusLabel } from '../../components/task/status-label.js';
import { TaskLink } from '../../components/task/task-link.js';
import { problemWords } from '../../lib/problem-words.js';
import { asSentence } from '../../lib/as-sentence.js';
import { issueText } from '../../lib/issue-text.js';
import { RunStatus } from '../../components/task/run-status.js';
import { useCronWords } from './use-cron-words.js';
import { compareText } from '../../lib/compare-text.js';
import { DemoGate } from '../../components/session/demo-gate.js';
import { OWN_ZONE } from '../../lib/own-zone.js';

interface ActiveSwitchProps {
  row: Schedule;
  /** Absent: the member may not. */
  onChange?: ((row: Schedule, active: boolean) => void) | undefined;
}

export function ActiveSwitch({ row, onChange }: ActiveSwitchProps) {
  const { t } = useTranslation();
  return (
    <DemoGate>
      <Switch
        size="small"
        checked={row.active}
        {...(onChange === undefined && { disabled: true })}
        aria-label={t('schedule.activeNamed', { name: row.name })}
        onChange={(active) => onChange?.(row, active)}
      />
    </DemoGate>
  );
}

/** When it runs, in words, with its zone where that is not the reader's; the expression itself where it has no words. */
export function ScheduleTiming({ row }: { row: Schedule }) {
  const { t } = useTranslation();
  const words = useCronWords()(row.cron_format);
  const { data: info } = useGetInfoQuery();
  const zone = row.timezone || (info?.schedule_timezone ?? OWN_ZONE);
  if (row.type === 'run_at') {
    return (
      <>
        {t('schedule.once')} <Moment value={row.run_at} />
      </>
    );
  }
  if (row.check !== null) {
    return <>{t('schedule.atCommits', { when: words ?? row.cron_format })}</>;
  }
  return (
    <span title={row.cron_format}>
      {words === null ? <code>{row.cron_format}</code> : asSentence(words)}
      {zone !== OWN_ZONE && <span className="sy-text3"> {zone}</span>}
    </span>
  );
}

export function NextRun({ row }: { row: Schedule }) {
  const { t } = useTranslation();
  if (row.active) {
    return <Moment value={row.next_run_at} />;
  }
  if (row.type === 'run_at' && row.last_run !== null) {
    return <Dash />;
  }
  return (
    <span className="sy-text3">
      {row.pause_reason === ''
        ? t('schedule.paused')
        : t('schedule.pausedFor', { reason: withVisibleControls(row.pause_reason) })}
    </span>
  );
}

/** Where the task or run stands that was started. */
function StartedStatus({ run: { task_status: task, run_status: run } }: { run: ScheduleRun }) {
  const { t } = useTranslation();
  if (task !== null) {
    return <StatusLabel status={task} />;
  }
  return run === null ? t('schedule.results.started') : <RunStatus status={run} />;
}

/** Result of the last due time: its task or run, or why there is none. */
function LastRun({ row: { last_run: run, check, project_id: projectId } }: { row: Schedule }) {
  const { t } = useTranslation();
  if (check !== null && check.problem !== null) {
    const why = problemWords(check.problem);
    return (
      <span title={why} className="sy-field-fault">
        {t('schedule.checkFailed', { why })}
      </span>
    );
  }
  if (run === null) {
    return <Dash />;
  }
  if (run.result === 'started') {
    return (
      <span className="sy-two">
        <StartedStatus run={run} />
        <small>
          {run.task_id !== null && <TaskLink taskId={run.task_id} />}
          {run.run_id !== null && (
            <Link className="sy-id" to={`/project/${projectId}/workflows/runs/${run.run_id}`}>
              #{run.run_id}
            </Link>
          )}{' '}
          <Moment value={run.planned} short />
        </small>
      </span>
    );
  }
  const why = run.issues.map(issueText).join(' ');
  return (
    <span title={why} className={run.result === 'refused' || run.result === 'failed' ? 'sy-field-fault' : 'sy-text2'}>
      {t(`schedule.results.${run.result}`)}
      {why && `: ${why}`}
    </span>
  );
}

/** The timing in words with the expression that they stand for, which has no words where it is shown already. */
function TimingWithCron({ row }: { row: Schedule }) {
  const hasWords = useCronWords()(row.cron_format) !== null;
  return (
    <>
      <ScheduleTiming row={row} />{' '}
      {row.type !== 'run_at' && hasWords && <code className="sy-text3">{row.cron_format}</code>}
    </>
  );
}

/** The name of what it starts. */
export const targetName = ({ tpl_name: template, workflow_name: workflow }: Schedule): string => template || workflow;

/** The template or the workflow that it starts. */
function Target({ row, projectId }: { row: Schedule; projectId: number }) {
  const { template_id: templateId, workflow_id: workflowId, tpl_app: app } = row;
  const name = withVisibleControls(targetName(row));
  const path = workflowId === null ? `templates/${templateId}` : `workflows/${workflowId}`;
  return (
    <span className="sy-name">
      {workflowId === null ? <AppMark app={app} /> : <ApartmentOutlined aria-hidden />}
      <Link className="sy-ellipsis" title={name} to={`/project/${projectId}/${path}`}>
        {name}
      </Link>
    </span>
  );
}

export const scheduleColumns = (t: TFunction, projectId: number): Column<Schedule>[] => [
  { key: 'when', title: t('schedule.when'), min: 160, grow: 2, render: (row) => <TimingWithCron row={row} /> },
  {
    key: 'template',
    title: t('schedule.starts'),
    min: 120,
    grow: 2,
    rank: 2,
    ellipsis: true,
    sorter: (one, other) => compareText(targetName(one), targetName(other)),
    render: (row) => <Target row={row} projectId={projectId} />,
  },
  {
    key: 'next',
    title: t('schedule.next'),
    min: 150,
    grow: 2,
    sorter: (one, other) => (one.next_run_at ?? '9').localeCompare(other.next_run_at ?? '9'),
    render: (row) => <NextRun row={row} />,
  },
  {
    key: 'last',
    title: t('schedule.last'),
    min: 130,
    rank: 1,
    ellipsis: true,
    sorter: (one, other) => (one.last_run?.planned ?? '').localeCompare(other.last_run?.planned ?? ''),
    render: (row) => <LastRun row={row} />,
  },
];
