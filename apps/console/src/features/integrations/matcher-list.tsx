import { type Matcher, withVisibleControls } from '@switchyard/contracts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { type IntegrationRef, useListMatchersQuery } from '../../api/integrations-api.js';
import { MatcherDialog } from './matcher-dialog.js';
import { PartList } from './part-list.js';
import { PlaceText } from './place-text.js';

function Condition({ row }: { row: Matcher }) {
  const { t } = useTranslation();
  return (
    <>
      <PlaceText part={row.match_type} dataType={row.body_data_type} name={row.key} />{' '}
      <span className="sy-text2">{t(`integration.methods.${row.method}`)}</span>{' '}
      <code>{withVisibleControls(row.value)}</code>
    </>
  );
}

/** Conditions that all must hold for webhooks to an address of the project. */
export function MatcherList({ of }: { of: IntegrationRef }) {
  const { t } = useTranslation();
  const list = useListMatchersQuery(of);
  const some = (list.data?.length ?? 0) > 0;
  return (
    <>
      {some && <Alert type="info" showIcon title={t('integration.matchersInfo')} />}
      <PartList<Matcher>
        of={of}
        path="matchers"
        list={list}
        columns={[
          {
            key: 'condition',
            title: t('integration.matchers.condition'),
            grow: 3,
            ellipsis: true,
            render: (row) => <Condition row={row} />,
          },
        ]}
        meta={(row) => <Condition row={row} />}
        dialog={(row, onClosed) => <MatcherDialog of={of} row={row} onClosed={onClosed} />}
      />
    </>
  );
}
