import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../components/actions/hint.js';
import { CodeField } from '../../components/code-editor/code-field.js';
import { type ExtraVariables, jsonOfRows, prettyJson, type RowFaults, tableRows } from './variable-rows.js';
import { VariableTable } from './variable-table.js';

interface ExtraVariablesFieldProps {
  id?: string;
  value?: ExtraVariables;
  /** Of the lines of the table. */
  faults: RowFaults;
  /** Of the text of a fault in the whole. */
  faultId: string | undefined;
  onChange?: (value: ExtraVariables) => void;
}

/** Extra variables as a table or as JSON; the table is unavailable while objects are nested. */
export function ExtraVariablesField({
  id,
  value = { mode: 'table', rows: [] },
  faults,
  faultId,
  onChange,
}: ExtraVariablesFieldProps) {
  const { t } = useTranslation();
  const rows = value.mode === 'table' ? value.rows : tableRows(value.text);
  const json = value.mode === 'json' ? value.text : jsonOfRows(value.rows);
  const show = (mode: ExtraVariables['mode']): void => {
    if (mode === 'table' && rows !== null) {
      onChange?.({ mode, rows });
    } else if (mode === 'json' && json !== null) {
      onChange?.({ mode, text: prettyJson(json) });
    }
  };
  const label = t('environment.extra');
  const unavailable =
    rows === null ? t('environment.tableUnavailable') : json === null ? t('environment.jsonUnavailable') : '';
  return (
    <>
      <div className="sy-section">
        <h3>{label}</h3>
        <span className="sy-text2">{t('environment.extraHint')}</span>
        <Hint title={unavailable}>
          <Segmented
            className="sy-end"
            size="small"
            aria-label={t('environment.viewMode')}
            value={value.mode}
            onChange={show}
            options={[
              { value: 'table' as const, label: t('environment.table'), disabled: rows === null },
              { value: 'json' as const, label: 'JSON', disabled: json === null },
            ]}
          />
        </Hint>
      </div>
      {value.mode === 'table' ? (
        <VariableTable
          label={label}
          value={value.rows}
          faults={faults}
          onChange={(next) => onChange?.({ mode: 'table', rows: next })}
        />
      ) : (
        <CodeField
          {...(id && { id })}
          aria-invalid={faultId === undefined ? undefined : 'true'}
          aria-describedby={faultId}
          label={t('environment.jsonOf', { label })}
          language="json"
          value={value.text}
          onChange={(text) => onChange?.({ mode: 'json', text })}
        />
      )}
    </>
  );
}
