import {
  appFamily,
  type LogFailure,
  type TaskError,
  type TaskHost,
  type TaskWithTemplate,
} from '@switchyard/contracts';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeature } from '../../components/page/use-feature.js';
import { useListTaskErrorsQuery, useListTaskHostsQuery } from '../../api/tasks-api.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import { LoadingRows } from '../../components/data-table/loading-rows.js';
import { PlanCounts } from '../../components/task/plan-counts.js';
import { HostTable } from './host-table.js';
import { EXAMPLE_ERRORS, EXAMPLE_HOSTS, failedEntries, hostTotals, type FailedEntry } from './result-summary.js';

/** Failed tasks that are shown before the reader opens more. */
const FIRST_ENTRIES = 20;
const none: readonly never[] = [];

interface SummaryLinks {
  /** Lines in which hosts failed. */
  failures: readonly LogFailure[];
  onLine: (line: number) => void;
  onHost: (host: string) => void;
}

function FailedTasks({ entries, onLine }: { entries: readonly FailedEntry[]; onLine: (line: number) => void }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, FIRST_ENTRIES);
  return (
    <section>
      <h3>{t('log.summary.failedTasks')}</h3>
      <ul className="sy-failed">
        {shown.map(({ key, host, task, error, line }) => (
          <li key={key} data-tone="red">
            <header>
              <code>{host}</code>
              <b>{task}</b>
              {line !== null && (
                <button type="button" className="sy-linkbutton" onClick={() => onLine(line)}>
                  {t('log.line', { line })}
                </button>
              )}
            </header>
            <pre>{error}</pre>
          </li>
        ))}
      </ul>
      {shown.length < entries.length && (
        <button type="button" className="sy-linkbutton" onClick={() => setAll(true)}>
          {t('log.summary.showAll', { count: entries.length })}
        </button>
      )}
    </section>
  );
}

interface HostResultsProps extends SummaryLinks {
  hosts: readonly TaskHost[];
  errors: readonly TaskError[];
}

function HostResults({ hosts, errors, failures, onLine, onHost }: HostResultsProps) {
  const { t } = useTranslation();
  const totals = hostTotals(hosts);
  const entries = failedEntries({ errors, hosts, failures }, t('log.summary.unreachableHost'));
  return (
    <>
      <p className="sy-summary-head">
        <b data-tone={totals.bad > 0 ? 'red' : 'green'}>
          {totals.bad > 0
            ? t('log.summary.someFailed', { bad: totals.bad, count: totals.hosts })
            : t('log.summary.noneFailed', { count: totals.hosts })}
        </b>
        <span className="sy-text2">
          {t('log.summary.changes', {
            count: totals.changes,
            hosts: t('log.summary.onHosts', { count: totals.changedHosts }),
          })}
        </span>
      </p>
      {entries.length > 0 && <FailedTasks entries={entries} onLine={onLine} />}
      <section>
        <h3>{t('log.summary.hosts')}</h3>
        <HostTable hosts={hosts} onHost={onHost} />
      </section>
    </>
  );
}

function AnsibleSummary({ task, ...links }: SummaryLinks & { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const ref = { projectId: task.project_id, taskId: task.id };
  const hosts = useListTaskHostsQuery(ref);
  const errors = useListTaskErrorsQuery(ref);
  const failure = hosts.error ?? errors.error;
  if (failure) {
    return <LoadFailure error={failure} onRetry={() => void Promise.all([hosts.refetch(), errors.refetch()])} />;
  }
  if (!hosts.data || !errors.data) {
    return <LoadingRows />;
  }
  return hosts.data.length === 0 && errors.data.length === 0 ? (
    <p className="sy-text3 sy-summary-empty">{t('log.summary.none')}</p>
  ) : (
    <HostResults hosts={hosts.data} errors={errors.data} {...links} />
  );
}

function PlanResult({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  return task.plan_summary ? (
    <p className="sy-summary-head">
      <b>{t('log.plan.title')}</b>
      <PlanCounts summary={task.plan_summary} />
    </p>
  ) : (
    <p className="sy-text3 sy-summary-empty">{t('log.summary.none')}</p>
  );
}

/** Results of the task by host, or the content of its plan; an example where the feature is not subscribed. */
export function TaskSummary({ task, ...links }: SummaryLinks & { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const example = useFeature('task_result') === false;
  const ansible = appFamily(task.tpl_app) === 'ansible';
  return (
    <div className="sy-tasklog-summary">
      {example && <Alert type="info" showIcon title={t('log.summary.example')} />}
      {example && <HostResults hosts={EXAMPLE_HOSTS} errors={EXAMPLE_ERRORS} {...links} failures={none} />}
      {!example && (ansible ? <AnsibleSummary task={task} {...links} /> : <PlanResult task={task} />)}
    </div>
  );
}
