import { type WorkflowRun, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListWorkflowRunsQuery } from '../../api/workflows-api.js';
import type { Column } from '../../components/data-table/column.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { LiveDuration } from '../../components/display/live-duration.js';
import { Moment } from '../../components/display/moment.js';
import { useStarter } from './node-details.js';
import { RunStatus } from '../../components/task/run-status.js';

/** A run by its number; leads to its page. */
export function RunLink({ run: { id, project_id: projectId } }: { run: Pick<WorkflowRun, 'id' | 'project_id'> }) {
  return (
    <Link className="sy-id" to={`/project/${projectId}/workflows/runs/${id}`}>
      #{id}
    </Link>
  );
}

function useColumns(): Column<WorkflowRun>[] {
  const { t } = useTranslation();
  const starterOf = useStarter();
  return [
    { key: 'run', title: t('workflow.run'), width: 90, render: (run) => <RunLink run={run} /> },
    { key: 'status', title: t('task.status'), min: 140, render: ({ status }) => <RunStatus status={status} /> },
    {
      key: 'message',
      title: t('task.message'),
      min: 120,
      grow: 2,
      rank: 1,
      ellipsis: true,
      render: ({ message }) => withVisibleControls(message),
    },
    { key: 'by', title: t('task.by'), min: 110, rank: 2, ellipsis: true, render: starterOf },
    { key: 'started', title: t('task.started'), min: 120, render: ({ started }) => <Moment value={started} /> },
    {
      key: 'duration',
      title: t('task.duration'),
      width: 100,
      align: 'right',
      render: ({ started, ended }) => <LiveDuration start={started} end={ended} />,
    },
  ];
}

/** The newest runs of a workflow. */
export function RunList({ projectId, workflowId }: { projectId: number; workflowId: number }) {
  const { t } = useTranslation();
  const list = useListWorkflowRunsQuery({ projectId, id: workflowId });
  return (
    <DataTable<WorkflowRun>
      label={t('workflow.runs')}
      rows={list.data}
      rowKey={({ id }) => id}
      error={list.error}
      onRetry={() => void list.refetch()}
      density="tight"
      columns={useColumns()}
      narrowRow={(run) => (
        <NarrowRow
          title={
            <>
              <RunLink run={run} /> {withVisibleControls(run.message)}
            </>
          }
          meta={
            <>
              <RunStatus status={run.status} /> · <Moment value={run.created} />
            </>
          }
          action={<LiveDuration start={run.started} end={run.ended} />}
        />
      )}
      empty={<p className="sy-text2 wf-none">{t('workflow.noRuns')}</p>}
    />
  );
}
