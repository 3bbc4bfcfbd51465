import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { NodeDialog } from './node-dialog.js';
import { type NodeValues, withNode } from './workflow-values.js';

interface EditedNodeProps {
  nodes: NodeValues[];
  onChange: (nodes: NodeValues[]) => void;
  /** Place of the node that is open, the number of nodes for a new one; `null` = none. */
  at: number | null;
  onOpen: (at: number | null) => void;
}

/** Adds a node, and shows the dialog of the one that is open. */
export function EditedNode({ nodes, onChange, at, onOpen }: EditedNodeProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => onOpen(nodes.length)}>
        {t('workflow.addNode')}
      </Button>
      {at !== null && (
        <NodeDialog
          node={nodes[at] ?? null}
          nodes={nodes.filter((_, index) => index !== at)}
          onSave={(node) => onChange(withNode(nodes, at, node))}
          onClosed={() => onOpen(null)}
        />
      )}
    </>
  );
}
