import { EyeOutlined } from '@ant-design/icons';
import { Button, Input, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetStateQuery, useGetWholeStateMutation, type WorkspaceRef } from '../../api/terraform-api.js';
import { LoadingRows } from '../../components/data-table/loading-rows.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { StateDifference } from './state-difference.js';
import { isEncrypted, matchingRows, type StateNode, stateRows } from './state-rows.js';
import { DemoGate } from '../../components/session/demo-gate.js';

/** Height of the tree in pixels; only what is in view is drawn. */
const HEIGHT = 360;

function Title({ node }: { node: StateNode }) {
  return (
    <span className="ws-node">
      <span>{node.name}</span>
      {node.value !== undefined && <code className="sy-text2">{node.value}</code>}
    </span>
  );
}

const treeData = (nodes: readonly StateNode[]): TreeDataNode[] =>
  nodes.map((node) => ({ key: node.path, title: <Title node={node} />, children: treeData(node.children) }));

const pathsOf = (nodes: readonly StateNode[]): string[] =>
  nodes.flatMap(({ path, children }) => [path, ...pathsOf(children)]);

function StateTree({ text }: { text: string }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  const [open, setOpen] = useState<readonly React.Key[]>([]);
  const rows = useMemo(() => stateRows(text), [text]);
  const found = useMemo(() => matchingRows(rows ?? [], wanted), [rows, wanted]);
  if (rows === null || rows.length === 0) {
    const none = rows ? t('state.noResources') : t('state.none');
    return <p className="sy-text2">{isEncrypted(text) ? t('state.encrypted') : none}</p>;
  }
  return (
    <>
      <Input.Search
        allowClear
        className="ws-search"
        placeholder={t('state.search')}
        aria-label={t('state.search')}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      {found.length === 0 ? (
        <p className="sy-text2">{t('state.notFound')}</p>
      ) : (
        <Tree
          blockNode
          selectable={false}
          height={HEIGHT}
          treeData={treeData(found)}
          expandedKeys={wanted.trim() === '' ? [...open] : pathsOf(found)}
          onExpand={(keys) => setOpen(keys)}
        />
      )}
    </>
  );
}

/** A version of a state as a tree; sensitive values are hidden until somebody who may asks for them. */
export function StateView({ workspace, id }: { workspace: WorkspaceRef; id: number }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const mayReveal = usePermission('manageProjectResources');
  const { data, error, refetch } = useGetStateQuery({ ...workspace, id });
  const [reveal, { data: whole, isLoading }] = useGetWholeStateMutation();
  if (error !== undefined) {
    const isGone = 'status' in error && error.status === 404;
    return isGone ? (
      <p className="ws-state sy-text2">{t('state.none')}</p>
    ) : (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) {
    return <LoadingRows />;
  }
  return (
    <div className="ws-state">
      {mayReveal && whole === undefined && (
        <DemoGate>
          <Button
            size="small"
            icon={<EyeOutlined aria-hidden />}
            loading={isLoading}
            onClick={() =>
              void reveal({ ...workspace, id })
                .unwrap()
                .catch(notify.error)
            }
          >
            {t('state.reveal')}
          </Button>
        </DemoGate>
      )}
      <StateDifference state={data} />
      <StateTree text={whole ?? data.state} />
    </div>
  );
}
