import { RedoOutlined, StopOutlined } from '@ant-design/icons';
import { withVisibleControls, type WorkflowRunDetails } from '@switchyard/contracts';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { isMissing } from '../api/api-error.js';
import { useLiveList } from '../api/live-lists.js';
import {
  useGetWorkflowRunQuery,
  useRetryWorkflowRunMutation,
  useStopWorkflowRunMutation,
} from '../api/workflows-api.js';
import { LoadingRows } from '../components/data-table/loading-rows.js';
import { AskDialog } from '../components/dialogs/ask-dialog.js';
import { LiveDuration } from '../components/display/live-duration.js';
import { Moment } from '../components/display/moment.js';
import { LoadFailure } from '../components/feedback/load-failure.js';
import { useNotify } from '../components/feedback/notify.js';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { RunGraph } from '../features/workflows/graph/node-graphs.js';
import { NodeViews } from '../features/workflows/graph/node-views.js';
import { useStarter } from '../features/workflows/node-details.js';
import { RunNodes } from '../features/workflows/run-nodes.js';
import { RunStatus } from '../components/task/run-status.js';
import { NotFoundPage } from './not-found-page.js';

function StopButton({ run: { id, project_id: projectId } }: { run: WorkflowRunDetails }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const [stop] = useStopWorkflowRunMutation();
  return (
    <>
      <Button danger icon={<StopOutlined aria-hidden />} onClick={() => setAsked(true)}>
        {t('log.stop')}
      </Button>
      <Suspense fallback={null}>
        {asked && (
          <AskDialog
            title={t('workflow.stopQuestion', { id })}
            button={t('log.stop')}
            onConfirm={() => stop({ projectId, runId: id }).unwrap()}
            onClosed={() => setAsked(false)}
          >
            <p>{t('workflow.stopText')}</p>
          </AskDialog>
        )}
      </Suspense>
    </>
  );
}

/** Begins again at all that failed or was stopped. */
function RetryButton({ run: { id, project_id: projectId } }: { run: WorkflowRunDetails }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [retry, { isLoading }] = useRetryWorkflowRunMutation();
  return (
    <Button
      icon={<RedoOutlined aria-hidden />}
      loading={isLoading}
      onClick={() => void retry({ projectId, runId: id, node: null }).unwrap().catch(notify.error)}
    >
      {t('common.retry')}
    </Button>
  );
}

function Head({ run }: { run: WorkflowRunDetails }) {
  const { t } = useTranslation();
  const mayRun = usePermission('runProjectTasks');
  const list = `/project/${run.project_id}/workflows`;
  const isFailed = run.nodes.some(({ status }) => status === 'failed' || status === 'stopped');
  return (
    <PageHead
      name={`${run.name} #${run.id}`}
      title={
        <>
          <Link className="sy-crumb" to={list}>
            {t('nav.workflows')}
          </Link>
          <span className="sy-text3">/</span>
          <Link className="sy-crumb sy-ellipsis" to={`${list}/${run.workflow_id}`}>
            {withVisibleControls(run.name)}
          </Link>
          <span className="sy-text3">/</span>
          <span>#{run.id}</span>
        </>
      }
    >
      {mayRun && run.ended !== null && isFailed && <RetryButton run={run} />}
      {mayRun && run.ended === null && <StopButton run={run} />}
    </PageHead>
  );
}

function Facts({ run }: { run: WorkflowRunDetails }) {
  const { t } = useTranslation();
  const starterOf = useStarter();
  return (
    <dl className="sy-facts">
      <div>
        <dt>{t('task.status')}</dt>
        <dd>
          <RunStatus status={run.status} />
        </dd>
      </div>
      <div>
        <dt>{t('task.started')}</dt>
        <dd>
          <Moment value={run.started} />
        </dd>
      </div>
      <div>
        <dt>{t('task.duration')}</dt>
        <dd>
          <LiveDuration start={run.started} end={run.ended} />
        </dd>
      </div>
      <div>
        <dt>{t('task.by')}</dt>
        <dd>{starterOf(run)}</dd>
      </div>
      {run.message !== '' && (
        <div>
          <dt>{t('task.message')}</dt>
          <dd>{withVisibleControls(run.message)}</dd>
        </div>
      )}
      {run.attempt > 1 && (
        <div>
          <dt>{t('workflow.attempt')}</dt>
          <dd>{run.attempt}</dd>
        </div>
      )}
    </dl>
  );
}

/** One run of a workflow: where its nodes stand, and what waits for a decision. */
export function WorkflowRunPage() {
  const { projectId } = useProject();
  const { runId: named } = useParams();
  const runId = Number(named);
  const isId = Number.isInteger(runId) && runId > 0;
  useLiveList({ of: 'runs', projectId });
  const { data: run, error, refetch } = useGetWorkflowRunQuery({ projectId, runId }, { skip: !isId });
  if (!isId || isMissing(error)) {
    return <NotFoundPage />;
  }
  if (run === undefined) {
    return error === undefined ? <LoadingRows /> : <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <Head run={run} />
      <div className="sy-body">
        <div className="wf-page">
          <Facts run={run} />
          <NodeViews graph={(onShow) => <RunGraph run={run} onShow={onShow} />} list={<RunNodes run={run} />} />
        </div>
      </div>
    </>
  );
}
