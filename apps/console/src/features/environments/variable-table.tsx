import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { nextKey, type RowFault, type RowFaults, type VariableRow } from './variable-rows.js';

interface VariableTableProps {
  label: string;
  value?: VariableRow[];
  faults: RowFaults;
  onChange?: (rows: VariableRow[]) => void;
}

interface LineProps {
  row: VariableRow;
  fault: RowFault | undefined;
  /** It was just added. */
  isNew: boolean;
  onChange: (part: Partial<VariableRow>) => void;
  onRemove: () => void;
}

/** Marks the field of a line that is at fault, and names its text. */
export const faultProps = (fault: RowFault | undefined, member: RowFault['member'], id: string) =>
  fault?.member === member
    ? ({ status: 'error', 'aria-invalid': true, 'aria-describedby': id } as const)
    : ({} as const);

function Line({ row, fault, isNew, onChange, onRemove }: LineProps) {
  const { t } = useTranslation();
  const faultId = useId();
  return (
    <div className="sy-pair">
      <Input
        className="sy-mono"
        spellCheck={false}
        autoFocus={isNew}
        aria-label={t('environment.variableName')}
        value={row.name}
        onChange={(event) => onChange({ name: event.target.value })}
        {...faultProps(fault, 'name', faultId)}
      />
      <Input
        className="sy-mono"
        spellCheck={false}
        aria-label={t('environment.variableValue', { name: row.name })}
        value={row.value}
        onChange={(event) => onChange({ value: event.target.value })}
        {...faultProps(fault, 'value', faultId)}
      />
      <IconButton
        label={t('common.deleteNamed', { name: row.name })}
        icon={<DeleteOutlined aria-hidden />}
        onClick={onRemove}
      />
      {fault && (
        <p id={faultId} className="sy-pair-fault">
          {fault.message}
        </p>
      )}
    </div>
  );
}

/** Lines of name and value with a button to add one. */
export function VariableTable({ label, value = [], faults, onChange }: VariableTableProps) {
  const { t } = useTranslation();
  const [added, setAdded] = useState<number | null>(null);
  const change = (key: number, part: Partial<VariableRow>): void =>
    onChange?.(value.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = (): void => {
    const row = { key: nextKey(), name: '', value: '' };
    setAdded(row.key);
    onChange?.([...value, row]);
  };
  return (
    <div className="sy-pairs" role="group" aria-label={label}>
      {value.map((row) => (
        <Line
          key={row.key}
          row={row}
          fault={faults.get(row.key)}
          isNew={row.key === added}
          onChange={(part) => change(row.key, part)}
          onRemove={() => onChange?.(value.filter(({ key }) => key !== row.key))}
        />
      ))}
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={add}>
        {t('environment.addVariable')}
      </Button>
    </div>
  );
}
