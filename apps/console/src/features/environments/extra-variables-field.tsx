import { Segmented, Skeleton, Tooltip } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowWords } from './use-row-words.js';
import { jsonOfRows, prettyJson, tableRows, type ExtraVariables } from './variable-rows.js';
import { VariableTable } from './variable-table.js';

const JsonEditor = lazy(async () => ({ default: (await import('./json-editor.js')).JsonEditor }));

interface ExtraVariablesFieldProps {
  value?: ExtraVariables;
  onChange?: (value: ExtraVariables) => void;
}

/** Extra variables as a table or as JSON; the table is unavailable while objects are nested. */
export function ExtraVariablesField({ value = { mode: 'table', rows: [] }, onChange }: ExtraVariablesFieldProps) {
  const { t } = useTranslation();
  const words = useRowWords();
  const rows = value.mode === 'table' ? value.rows : tableRows(value.text);
  const json = value.mode === 'json' ? value.text : jsonOfRows(value.rows, words).json;
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
        <Tooltip title={unavailable}>
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
        </Tooltip>
      </div>
      {value.mode === 'table' ? (
        <VariableTable
          label={label}
          value={value.rows}
          onChange={(next) => onChange?.({ mode: 'table', rows: next })}
        />
      ) : (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} title={false} />}>
          <JsonEditor label={label} value={value.text} onChange={(text) => onChange?.({ mode: 'json', text })} />
        </Suspense>
      )}
    </>
  );
}
