import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { faultProps, type PairFieldsProps, PairTable } from './pair-table.js';
import { nextKey } from '../../lib/next-key.js';
import type { RowFaults, VariableRow } from './variable-rows.js';

interface VariableTableProps {
  label: string;
  value?: VariableRow[];
  faults: RowFaults;
  onChange?: (rows: VariableRow[]) => void;
}

function ValueField({ row, fault, faultId, onChange }: PairFieldsProps<VariableRow>) {
  const { t } = useTranslation();
  return (
    <Input
      className="sy-mono"
      spellCheck={false}
      aria-label={t('environment.variableValue', { name: row.name })}
      value={row.value}
      onChange={(event) => onChange({ value: event.target.value })}
      {...faultProps(fault, 'value', faultId)}
    />
  );
}

/** Lines of name and value. */
export function VariableTable(props: VariableTableProps) {
  const { t } = useTranslation();
  return (
    <PairTable
      {...props}
      className="sy-pair"
      addText={t('environment.addVariable')}
      newRow={() => ({ key: nextKey(), name: '', value: '' })}
      fields={(field) => <ValueField {...field} />}
    />
  );
}
