import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { EditedNode } from './edited-node.js';
import { NodeDetails, type ShownNode } from './node-details.js';
import { afterWords, nodeLabel } from './node-words.js';
import { type NodeValues, withNode } from './workflow-values.js';
import './workflows.css';

interface NodeListProps {
  value?: NodeValues[];
  onChange?: (value: NodeValues[]) => void;
}

/** A node of the form as it is shown. */
export const shown = (node: NodeValues): ShownNode => {
  switch (node.kind) {
    case 'template':
      return { kind: node.kind, template_id: node.template_id };
    case 'approval':
      return { ...node, kind: node.kind };
    case 'delay':
      return { kind: node.kind, delay_minutes: node.delay_minutes };
    case 'condition':
      return { kind: node.kind, expression: node.expression };
    default:
      return { kind: node.kind, text: node.text };
  }
};

/** The nodes of a workflow in the form, each behind those that lead to it. */
export function NodeList({ value = [], onChange }: NodeListProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<number | null>(null);
  const remove = (at: number): void => onChange?.(withNode(value, at, null));
  return (
    <div data-field="nodes">
      {value.length > 0 && (
        <ol className="sy-plist">
          {value.map((node, index) => (
            <li key={node.node}>
              <div className="sy-grow">
                <b className="sy-ellipsis">{nodeLabel(node)}</b>
                <div className="sy-ellipsis sy-text2">
                  <NodeDetails node={shown(node)} />
                </div>
                {node.kind !== 'note' && <div className="sy-ellipsis sy-text3">{afterWords(node.after, value, t)}</div>}
              </div>
              <IconButton
                size="small"
                label={t('common.editNamed', { name: nodeLabel(node) })}
                icon={<EditOutlined aria-hidden />}
                onClick={() => setEditing(index)}
              />
              <IconButton
                size="small"
                label={t('common.deleteNamed', { name: nodeLabel(node) })}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      <EditedNode nodes={value} onChange={(nodes) => onChange?.(nodes)} at={editing} onOpen={setEditing} />
    </div>
  );
}
