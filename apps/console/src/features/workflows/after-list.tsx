import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { EDGE_CONDITIONS } from '@switchyard/contracts';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { edgeWords, nodeLabel } from './node-words.js';
import type { NodeValues } from './workflow-values.js';

type After = NodeValues['after'];

interface AfterListProps {
  /** The other nodes of the workflow. */
  nodes: readonly NodeValues[];
  value?: After;
  onChange?: (value: After) => void;
}

/** The nodes after which a node starts, each with its condition. */
export function AfterList({ nodes, value = [], onChange }: AfterListProps) {
  const { t } = useTranslation();
  const parents = nodes.filter(({ kind }) => kind !== 'note');
  const kinds = new Map(nodes.map(({ node, kind }) => [node, kind]));
  const change = (at: number, members: Partial<After[number]>): void =>
    onChange?.(value.map((each, index) => (index === at ? { ...each, ...members } : each)));
  return (
    <div data-field="after">
      {value.map(({ from, on }, at) => (
        <div key={`${at} ${from} ${on}`} className="wf-after">
          <Select
            aria-label={t('workflow.after')}
            aria-invalid={from === ''}
            value={from || null}
            onChange={(node) => change(at, { from: node ?? '' })}
            options={parents.map((each) => ({ value: each.node, label: nodeLabel(each) }))}
          />
          <Select
            aria-label={t('workflow.condition')}
            value={on}
            onChange={(condition) => change(at, { on: condition })}
            options={EDGE_CONDITIONS.map((each) => ({ value: each, label: edgeWords(each, kinds.get(from), t) }))}
          />
          <IconButton
            label={t('common.deleteNamed', { name: from })}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => onChange?.(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={parents.length === 0}
        onClick={() => onChange?.([...value, { from: '', on: 'success' }])}
      >
        {t('workflow.addAfter')}
      </Button>
    </div>
  );
}
