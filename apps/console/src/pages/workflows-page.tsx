import type { Workflow } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useLiveList } from '../api/live-lists.js';
import { useListWorkflowsQuery } from '../api/workflows-api.js';
import { Dash } from '../components/display/dash.js';
import { Moment } from '../components/display/moment.js';
import { late } from '../components/feedback/late.js';
import { useProject } from '../components/page/project-context.js';
import { ResourcePage } from '../components/resource/resource-page.js';
import { RunLink } from '../features/workflows/run-list.js';
import { RunStatus } from '../components/task/run-status.js';
import { RunWorkflowButton } from '../features/workflows/run-workflow-button.js';

const EditWorkflow = late(async () => (await import('./edit-workflow.js')).EditWorkflow);

function LastRun({ row: { last_run: run } }: { row: Workflow }) {
  return run === null ? (
    <Dash />
  ) : (
    <span className="sy-two">
      <RunStatus status={run.status} />
      <small>
        <RunLink run={run} /> <Moment value={run.created} short />
      </small>
    </span>
  );
}

/** Graphs of templates and approvals. */
export function WorkflowsPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  useLiveList({ of: 'runs', projectId });
  return (
    <ResourcePage<Workflow>
      kind="workflows"
      words={{
        title: t('nav.workflows'),
        new: t('workflow.new'),
        name: t('workflow.name'),
        emptyTitle: t('workflow.emptyTitle'),
        emptyText: t('workflow.emptyText'),
      }}
      list={useListWorkflowsQuery(projectId)}
      pageOf={(row) => `/project/${projectId}/workflows/${row.id}`}
      searched={(row) => [row.description]}
      columns={[
        { key: 'nodes', title: t('workflow.nodes'), width: 90, align: 'right', render: ({ nodes }) => nodes.length },
        {
          key: 'last',
          title: t('workflow.lastRun'),
          min: 160,
          sorter: (one, other) => (one.last_run?.created ?? '').localeCompare(other.last_run?.created ?? ''),
          render: (row) => <LastRun row={row} />,
        },
        { key: 'run', title: t('action.run'), width: 110, render: (row) => <RunWorkflowButton workflow={row} /> },
      ]}
      meta={(row) => <LastRun row={row} />}
      mark={(row) => <RunWorkflowButton workflow={row} />}
      dialog={(row, onClosed) => <EditWorkflow id={row?.id ?? null} onClosed={onClosed} />}
    />
  );
}
