import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import type { RowFault, RowFaults } from './variable-rows.js';

/** A line of a table, which begins with a name. `key` is for React only. */
interface PairRow {
  key: number;
  name: string;
}

/** Fields beside the name of a line. */
export interface PairFieldsProps<Row extends PairRow> {
  row: Row;
  fault: RowFault | undefined;
  faultId: string;
  onChange: (part: Partial<Row>) => void;
}

/** Marks the field of a line that is at fault, and names its text. */
export const faultProps = (fault: RowFault | undefined, member: RowFault['member'], id: string) =>
  fault?.member === member
    ? ({ status: 'error', 'aria-invalid': true, 'aria-describedby': id } as const)
    : ({} as const);

interface LineProps<Row extends PairRow> extends Omit<PairFieldsProps<Row>, 'faultId'> {
  className: string;
  /** It was just added. */
  isNew: boolean;
  fields: (props: PairFieldsProps<Row>) => ReactNode;
  onRemove: () => void;
}

function Line<Row extends PairRow>({ row, fault, isNew, className, fields, onChange, onRemove }: LineProps<Row>) {
  const { t } = useTranslation();
  const faultId = useId();
  return (
    <div className={className}>
      <Input
        className="sy-mono"
        spellCheck={false}
        autoFocus={isNew}
        aria-label={t('environment.variableName')}
        value={row.name}
        onChange={(event) => onChange({ name: event.target.value } as Partial<Row>)}
        {...faultProps(fault, 'name', faultId)}
      />
      {fields({ row, fault, faultId, onChange })}
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

interface PairTableProps<Row extends PairRow> extends Pick<LineProps<Row>, 'className' | 'fields'> {
  label: string;
  addText: string;
  value?: Row[];
  faults: RowFaults;
  newRow: () => Row;
  onChange?: (rows: Row[]) => void;
}

/** Lines that begin with a name, and a button to add one. */
export function PairTable<Row extends PairRow>(props: PairTableProps<Row>) {
  const { label, addText, value = [], faults, className, fields, newRow, onChange } = props;
  const [added, setAdded] = useState<number | null>(null);
  const add = (): void => {
    const row = newRow();
    setAdded(row.key);
    onChange?.([...value, row]);
  };
  return (
    <div className="sy-pairs" role="group" aria-label={label}>
      {value.map((row) => (
        <Line
          key={row.key}
          className={className}
          row={row}
          fault={faults.get(row.key)}
          isNew={row.key === added}
          fields={fields}
          onChange={(part) => onChange?.(value.map((each) => (each.key === row.key ? { ...each, ...part } : each)))}
          onRemove={() => onChange?.(value.filter(({ key }) => key !== row.key))}
        />
      ))}
      <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={add}>
        {addText}
      </Button>
    </div>
  );
}
