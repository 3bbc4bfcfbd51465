import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { type Workflow, withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { isMissing } from '../api/api-error.js';
import { useLiveList } from '../api/live-lists.js';
import { useGetWorkflowQuery } from '../api/workflows-api.js';
import { IconButton } from '../components/actions/icon-button.js';
import { LoadingRows } from '../components/data-table/loading-rows.js';
import { DeleteDialog } from '../components/dialogs/delete-dialog.js';
import { LoadFailure } from '../components/feedback/load-failure.js';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { GraphNodes } from '../features/workflows/graph-nodes.js';
import { WorkflowGraphView } from '../features/workflows/graph/node-graphs.js';
import { NodeViews } from '../features/workflows/graph/node-views.js';
import { RunList } from '../features/workflows/run-list.js';
import { RunWorkflowButton } from '../features/workflows/run-workflow-button.js';
import { EditWorkflow } from './edit-workflow.js';
import { NotFoundPage } from './not-found-page.js';

function Head({ row }: { row: Workflow }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayManage = usePermission('manageProjectResources');
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const list = `/project/${row.project_id}/workflows`;
  const close = (): void => setOpen(null);
  return (
    <>
      <PageHead
        name={row.name}
        title={
          <>
            <Link className="sy-crumb" to={list}>
              {t('nav.workflows')}
            </Link>
            <span className="sy-text3">/</span>
            <span className="sy-ellipsis">{withVisibleControls(row.name)}</span>
          </>
        }
      >
        {mayManage && (
          <>
            <IconButton
              label={t('delete.button.workflows')}
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => setOpen('delete')}
            />
            <Button icon={<EditOutlined aria-hidden />} onClick={() => setOpen('edit')}>
              {t('common.edit')}
            </Button>
          </>
        )}
        <RunWorkflowButton workflow={row} size="middle" />
      </PageHead>
      {open === 'edit' && <EditWorkflow id={row.id} onClosed={close} />}
      {open === 'delete' && (
        <DeleteDialog
          target={{ projectId: row.project_id, kind: 'workflows', id: row.id }}
          name={row.name}
          consequence={() => <p className="sy-consequence">{t('workflow.deleteRuns')}</p>}
          onClosed={close}
          onDeleted={() => void navigate(list, { replace: true })}
        />
      )}
    </>
  );
}

function LoadedWorkflow({ row }: { row: Workflow }) {
  const { t } = useTranslation();
  return (
    <>
      <Head row={row} />
      <div className="sy-body">
        <div className="wf-page">
          {row.description !== '' && <p className="sy-text2">{withVisibleControls(row.description)}</p>}
          <h2>{t('workflow.nodes')}</h2>
          <NodeViews graph={() => <WorkflowGraphView workflow={row} />} list={<GraphNodes workflow={row} />} />
          <h2>{t('workflow.runs')}</h2>
          <div className="wf-bleed">
            <RunList projectId={row.project_id} workflowId={row.id} />
          </div>
        </div>
      </div>
    </>
  );
}

/** One workflow: its nodes and its runs. */
export function WorkflowPage() {
  const { projectId } = useProject();
  const { workflowId } = useParams();
  const id = Number(workflowId);
  const isId = Number.isInteger(id) && id > 0;
  useLiveList({ of: 'runs', projectId });
  const { data, error, refetch } = useGetWorkflowQuery({ projectId, id }, { skip: !isId });
  if (!isId || isMissing(error)) {
    return <NotFoundPage />;
  }
  if (data === undefined) {
    return error === undefined ? <LoadingRows /> : <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  return <LoadedWorkflow key={data.id} row={data} />;
}
