import {
  ClockCircleOutlined,
  DeleteOutlined,
  FileTextOutlined,
  QuestionCircleOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { GraphNode, NodeRun } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/actions/icon-button.js';
import { LiveDuration } from '../../../components/display/live-duration.js';
import { RunStatus } from '../../../components/task/run-status.js';
import { TaskLink } from '../../../components/task/task-link.js';
import { NodeDetails, type ShownNode } from '../node-details.js';
import { nodeLabel } from '../node-words.js';
import { shownStatus } from '../run-nodes.js';

const icons: Readonly<Record<Exclude<GraphNode['kind'], 'template'>, ReactNode>> = {
  approval: <UserOutlined aria-hidden />,
  delay: <ClockCircleOutlined aria-hidden />,
  condition: <QuestionCircleOutlined aria-hidden />,
  note: <FileTextOutlined aria-hidden />,
};

/** What a node is, as the list says it; a note is all text. */
function Details({ node, isLink = false }: { node: ShownNode; isLink?: boolean }) {
  return (
    <div className="wf-card-details sy-text2">
      {node.kind !== 'template' && icons[node.kind]}
      <span>
        <NodeDetails node={node} isLink={isLink} />
      </span>
    </div>
  );
}

interface RunCardProps {
  node: GraphNode;
  state: NodeRun | undefined;
  /** On the longest path of the run. */
  isStrong: boolean;
  /** Shows it in the list, where what can be done with it stands. */
  onShow: (node: string) => void;
}

/** A node of a run: opens the log of its task, or its row in the list. */
export function RunCard({ node, state, isStrong, onShow }: RunCardProps) {
  const label = nodeLabel(node);
  return (
    <div className="wf-card" data-kind={node.kind} data-strong={isStrong}>
      {state?.task_id ? (
        <TaskLink taskId={state.task_id} className="wf-card-name">
          {label}
        </TaskLink>
      ) : (
        <button type="button" className="wf-card-name" onClick={() => onShow(node.node)}>
          {label}
        </button>
      )}
      <Details node={node} />
      {state && (
        <div className="wf-card-state">
          <RunStatus status={shownStatus(node, state.status)} />
          {state.started && (
            <span className="wf-card-time">
              <LiveDuration start={state.started} end={state.ended} />
            </span>
          )}
        </div>
      )}
    </div>
  );
}

interface EditCardProps {
  label: string;
  node: ShownNode;
  onEdit: () => void;
  onDelete: () => void;
}

/** A node in the form: opens its dialog. */
export function EditCard({ label, node, onEdit, onDelete }: EditCardProps) {
  const { t } = useTranslation();
  return (
    <div className="wf-card" data-kind={node.kind}>
      <button
        type="button"
        className="wf-card-name"
        aria-label={t('common.editNamed', { name: label })}
        onClick={onEdit}
      >
        {label}
      </button>
      <Details node={node} />
      <IconButton
        size="small"
        className="wf-card-delete nodrag"
        label={t('common.deleteNamed', { name: label })}
        icon={<DeleteOutlined aria-hidden />}
        onClick={onDelete}
      />
    </div>
  );
}

/** A node of a workflow, to be looked at. */
export function PlainCard({ node }: { node: GraphNode }) {
  return (
    <div className="wf-card" data-kind={node.kind}>
      <span className="wf-card-name">{nodeLabel(node)}</span>
      <Details node={node} isLink />
    </div>
  );
}
