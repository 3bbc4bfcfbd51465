import { CheckOutlined, CloseOutlined, RedoOutlined, StepForwardOutlined } from '@ant-design/icons';
import {
  type GraphNode,
  graphOrder,
  type NodeDecision,
  type NodeRun,
  withVisibleControls,
  type WorkflowGraph,
  type WorkflowRunDetails,
} from '@switchyard/contracts';
import { Button } from 'antd';
import { type ComponentProps, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRetryWorkflowRunMutation } from '../../api/workflows-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { LiveDuration } from '../../components/display/live-duration.js';
import { late } from '../../components/feedback/late.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { TaskLink } from '../../components/task/task-link.js';
import { issueText } from '../../lib/issue-text.js';
import { fullMomentText, momentText } from '../../lib/moment-text.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { NodeDetails } from './node-details.js';
import { afterWords, nodeLabel, rowIdOf } from './node-words.js';
import { RunStatus } from '../../components/task/run-status.js';
import './workflows.css';

const DecisionDialog = late(async () => (await import('./decision-dialog.js')).DecisionDialog);

/** The nodes of a graph, each behind those that lead to it, notes last. */
export function nodesInOrder(graph: WorkflowGraph): GraphNode[] {
  const places = new Map(graphOrder(graph).order.map((node, at) => [node, at]));
  const placeOf = ({ kind, node }: GraphNode): number =>
    kind === 'note' ? places.size : (places.get(node) ?? places.size);
  return graph.nodes.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Approve and Reject. The server refuses a second decision of one person. */
function DecisionButtons({ run, node }: { run: WorkflowRunDetails; node: Extract<GraphNode, { kind: 'approval' }> }) {
  const { t } = useTranslation();
  const [approves, setApproves] = useState<boolean | null>(null);
  const label = nodeLabel(node);
  return (
    <div className="wf-buttons">
      <Button
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('action.named', { action: t('log.plan.reject'), name: label })}
        onClick={() => setApproves(false)}
      >
        {t('log.plan.reject')}
      </Button>
      <Button
        type="primary"
        icon={<CheckOutlined aria-hidden />}
        aria-label={t('action.named', { action: t('workflow.approve'), name: label })}
        onClick={() => setApproves(true)}
      >
        {t('workflow.approve')}
      </Button>
      <Suspense fallback={null}>
        {approves !== null && (
          <DecisionDialog
            run={run}
            node={node.node}
            label={label}
            deed={approves ? 'approve' : 'reject'}
            isReasonRequired={node.reason_required}
            onClosed={() => setApproves(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

function SkipButton({ run, node }: { run: WorkflowRunDetails; node: GraphNode }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const label = nodeLabel(node);
  return (
    <>
      <IconButton
        label={t('action.named', { action: t('workflow.skip'), name: label })}
        icon={<StepForwardOutlined aria-hidden />}
        onClick={() => setAsked(true)}
      />
      <Suspense fallback={null}>
        {asked && (
          <DecisionDialog
            run={run}
            node={node.node}
            label={label}
            deed="skip"
            isReasonRequired
            onClosed={() => setAsked(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** When a node stops waiting, with the time that is left. */
function Due({ node, due }: { node: GraphNode; due: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = new Date(useNow('minute'));
  const time = momentText(due, now, locale);
  return (
    <time className="sy-text2" dateTime={due} title={fullMomentText(due, locale)}>
      {node.kind === 'delay' ? t('workflow.goesOn', { time }) : t('workflow.deadlineOf', { time })}
    </time>
  );
}

function Decision({ decision, isSkip }: { decision: NodeDecision; isSkip: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { user_name, approves, reason, created } = decision;
  const name = withVisibleControls(user_name) || '–';
  const decided = approves ? t('workflow.approvedBy', { name }) : t('log.plan.rejectedBy', { name });
  const now = new Date(useNow('minute'));
  return (
    <div className="sy-text2">
      {isSkip ? t('workflow.skippedBy', { name }) : decided}
      {reason !== '' && `: ${withVisibleControls(reason)}`}
      {' · '}
      <time dateTime={created} title={fullMomentText(created, locale)}>
        {momentText(created, now, locale)}
      </time>
    </div>
  );
}

/** Who decided about an approval and how many are missing, why nobody did, or why a task was not launched. */
function Outcome({ node, state }: { node: GraphNode; state: NodeRun }) {
  const { t } = useTranslation();
  const { decisions, status } = state;
  const needed = node.kind === 'approval' && status === 'waiting' ? node.approvals_needed : 1;
  return (
    <>
      {needed > 1 && <div className="sy-text2">{t('workflow.approvalsOf', { given: decisions.length, needed })}</div>}
      {decisions.map((decision) => (
        <Decision key={decision.user_id} decision={decision} isSkip={node.kind !== 'approval'} />
      ))}
      {state.issues.length > 0 && <div className="sy-field-fault">{state.issues.map(issueText).join(' ')}</div>}
    </>
  );
}

function RetryButton({ run, node }: { run: WorkflowRunDetails; node: GraphNode }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [retry, { isLoading }] = useRetryWorkflowRunMutation();
  const { project_id: projectId, id: runId } = run;
  return (
    <IconButton
      label={t('workflow.retryFrom', { node: nodeLabel(node) })}
      icon={<RedoOutlined aria-hidden />}
      loading={isLoading}
      onClick={() => void retry({ projectId, runId, node: node.node }).unwrap().catch(notify.error)}
    />
  );
}

interface NodeRowProps {
  run: WorkflowRunDetails;
  node: GraphNode;
  state: NodeRun | undefined;
}

/** What may be done with a node as it stands. */
function NodeActions({ run, node, state }: NodeRowProps & { state: NodeRun }) {
  const mayRun = usePermission('runProjectTasks');
  const hasEndedBadly = run.ended !== null && (state.status === 'failed' || state.status === 'stopped');
  const isResting = run.status === 'running' && node.kind === 'delay' && state.status === 'waiting';
  return (
    <>
      {mayRun && hasEndedBadly && <RetryButton run={run} node={node} />}
      {mayRun && node.kind !== 'approval' && (hasEndedBadly || isResting) && <SkipButton run={run} node={node} />}
      {node.kind === 'approval' && state.decidable && <DecisionButtons run={run} node={node} />}
    </>
  );
}

/** The status of a node as its kind calls it. */
export function shownStatus(
  { kind }: GraphNode,
  status: NodeRun['status'],
): ComponentProps<typeof RunStatus>['status'] {
  if (kind === 'delay' && status === 'waiting') {
    return 'delayed';
  }
  return kind === 'condition' && status === 'success' ? 'met' : status;
}

function NodeRow({ run, node, state }: NodeRowProps) {
  const { t } = useTranslation();
  const after = run.graph.edges.filter(({ to }) => to === node.node);
  return (
    <li id={rowIdOf(node.node)} tabIndex={-1}>
      {state && <RunStatus status={shownStatus(node, state.status)} />}
      <div className="sy-grow">
        <div>
          <b>{nodeLabel(node)}</b> {state?.task_id && <TaskLink taskId={state.task_id} />}
        </div>
        <div className="sy-text2">
          <NodeDetails node={node} isLink />
        </div>
        {node.kind !== 'note' && <div className="sy-text3">{afterWords(after, run.graph.nodes, t)}</div>}
        {state?.status === 'waiting' && state.due !== null && <Due node={node} due={state.due} />}
        {state && <Outcome node={node} state={state} />}
      </div>
      {state?.started && <LiveDuration start={state.started} end={state.ended} />}
      {state && <NodeActions run={run} node={node} state={state} />}
    </li>
  );
}

/** The nodes of a run with where they stand. */
export function RunNodes({ run }: { run: WorkflowRunDetails }) {
  const { t } = useTranslation();
  const states = new Map(run.nodes.map((state) => [state.node, state]));
  return (
    <ol className="wf-nodes" aria-label={t('workflow.nodes')}>
      {nodesInOrder(run.graph).map((node) => (
        <NodeRow key={node.node} run={run} node={node} state={states.get(node.node)} />
      ))}
    </ol>
  );
}
