import type { TaskWithTemplate } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../components/dash.js';
import { Moment } from '../../components/moment.js';

/** What was asked for and how it ended. */
export function TaskDetails({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const rows: [string, ReactNode][] = [
    [t('log.details.template'), task.tpl_alias],
    [t('log.details.playbook'), <code key="playbook">{task.playbook || task.tpl_playbook}</code>],
    [t('log.details.message'), task.message],
    [t('log.details.branch'), task.git_branch],
    [t('log.details.arguments'), task.arguments && <code>{task.arguments}</code>],
    [t('log.details.created'), <Moment key="created" value={task.created} />],
    [t('log.details.started'), <Moment key="started" value={task.start} />],
    [t('log.details.ended'), <Moment key="ended" value={task.end} />],
    [t('log.details.exitCode'), task.exit_code],
    [t('log.details.reason'), task.end_reason],
  ];
  return (
    <div className="sy-tasklog-details">
      <dl className="sy-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || value === 0 ? value : <Dash />}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
