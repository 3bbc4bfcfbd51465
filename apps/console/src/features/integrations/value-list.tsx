import type { ExtractedValue } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { type IntegrationRef, useListValuesQuery } from '../../api/integrations-api.js';
import { PartList } from './part-list.js';
import { PlaceText } from './place-text.js';
import { ValueDialog } from './value-dialog.js';

function Variable({ row }: { row: ExtractedValue }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="sy-text2">{t(`integration.variableTypes.${row.variable_type}`)}</span>{' '}
      <code>{row.variable}</code>
    </>
  );
}

const From = ({ row }: { row: ExtractedValue }) => (
  <PlaceText part={row.value_source} dataType={row.body_data_type} name={row.key} />
);

/** Values that launches get of a webhook. */
export function ValueList({ of }: { of: IntegrationRef }) {
  const { t } = useTranslation();
  return (
    <PartList<ExtractedValue>
      of={of}
      path="values"
      list={useListValuesQuery(of)}
      columns={[
        { key: 'from', title: t('integration.values.from'), ellipsis: true, render: (row) => <From row={row} /> },
        {
          key: 'variable',
          title: t('integration.values.variable'),
          ellipsis: true,
          render: (row) => <Variable row={row} />,
        },
      ]}
      meta={(row) => (
        <span className="sy-ellipsis">
          <From row={row} /> → <Variable row={row} />
        </span>
      )}
      dialog={(row, onClosed) => <ValueDialog of={of} row={row} onClosed={onClosed} />}
    />
  );
}
