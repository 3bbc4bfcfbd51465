import { Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { faultProps, type PairFieldsProps, PairTable } from './pair-table.js';
import { nextKey } from '../../lib/next-key.js';
import type { RowFaults, VariableRow } from './variable-rows.js';
import { kindOf } from './variable-value.js';

interface VariableTableProps {
  label: string;
  value?: VariableRow[];
  faults: RowFaults;
  /** Values may be numbers, lists and so on, and each line shows what it is; otherwise all are texts. */
  isTyped?: boolean;
  onChange?: (rows: VariableRow[]) => void;
}

function ValueField({ row, fault, faultId, isTyped, onChange }: PairFieldsProps<VariableRow> & { isTyped: boolean }) {
  const { t } = useTranslation();
  const kindId = useId();
  const kind = isTyped ? kindOf(row.value) : null;
  return (
    <Input
      className="sy-mono"
      spellCheck={false}
      aria-label={t('environment.variableValue', { name: row.name })}
      value={row.value}
      onChange={(event) => onChange({ value: event.target.value })}
      suffix={
        // Also of what cannot be read: without one the field would be remounted and lose the focus.
        isTyped && (
          <span id={kindId} className="sy-text3">
            {kind && t(`environment.kinds.${kind}`)}
          </span>
        )
      }
      {...(kind && { 'aria-describedby': kindId })}
      {...faultProps(fault, 'value', faultId)}
    />
  );
}

/** Lines of name and value. */
export function VariableTable({ isTyped = true, ...props }: VariableTableProps) {
  const { t } = useTranslation();
  return (
    <PairTable
      {...props}
      className="sy-pair"
      addText={t('environment.addVariable')}
      newRow={() => ({ key: nextKey(), name: '', value: '' })}
      fields={(field) => <ValueField {...field} isTyped={isTyped} />}
    />
  );
}
