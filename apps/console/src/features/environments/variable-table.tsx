import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { nextKey, type VariableRow } from './variable-rows.js';

interface VariableTableProps {
  label: string;
  value?: VariableRow[];
  onChange?: (rows: VariableRow[]) => void;
}

/** Lines of name and value with a button to add one. */
export function VariableTable({ label, value = [], onChange }: VariableTableProps) {
  const { t } = useTranslation();
  const change = (key: number, part: Partial<VariableRow>): void =>
    onChange?.(value.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const remove = (key: number): void => onChange?.(value.filter((row) => row.key !== key));
  const add = (): void => onChange?.([...value, { key: nextKey(), name: '', value: '' }]);
  return (
    <div className="sy-pairs" role="group" aria-label={label}>
      {value.map((row) => (
        <div key={row.key} className="sy-pair">
          <Input
            className="sy-mono"
            spellCheck={false}
            aria-label={t('environment.variableName')}
            value={row.name}
            onChange={(event) => change(row.key, { name: event.target.value })}
          />
          <Input
            className="sy-mono"
            spellCheck={false}
            aria-label={t('environment.variableValue', { name: row.name })}
            value={row.value}
            onChange={(event) => change(row.key, { value: event.target.value })}
          />
          <IconButton
            label={t('common.deleteNamed', { name: row.name })}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => remove(row.key)}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={add}>
        {t('environment.addVariable')}
      </Button>
    </div>
  );
}
