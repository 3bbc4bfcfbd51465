import type { AccessGrant } from '@switchyard/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListAccessGrantsQuery } from '../api/access-grants-api.js';
import { BackButton } from '../components/actions/back-button.js';
import type { Column } from '../components/data-table/column.js';
import { DataTable } from '../components/data-table/data-table.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { useUrlPage } from '../components/data-table/use-url-page.js';
import { Dash } from '../components/display/dash.js';
import { HiddenText } from '../components/display/hidden-text.js';
import { Moment } from '../components/display/moment.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { PageHead } from '../components/page/page-head.js';
import { useSessionUser } from '../components/session/session-user.js';
import { EndGrantDialog } from '../features/users/end-grant-dialog.js';
import { GrantMaker, GrantName } from '../features/users/grant-facts.js';
import { NotFoundPage } from './not-found-page.js';

const columnsOf = (t: TFunction, action: (grant: AccessGrant) => ReactNode): Column<AccessGrant>[] => [
  {
    key: 'name',
    title: t('access.what'),
    min: 200,
    grow: 2,
    ellipsis: true,
    render: (grant) => <GrantName grant={grant} />,
  },
  {
    key: 'project',
    title: t('access.project'),
    min: 120,
    rank: 1,
    ellipsis: true,
    render: ({ project_name: name }) => name ?? <Dash />,
  },
  {
    key: 'maker',
    title: t('access.madeBy'),
    min: 180,
    ellipsis: true,
    render: (grant) => <GrantMaker grant={grant} />,
  },
  {
    key: 'created',
    title: t('access.created'),
    width: 176,
    rank: 2,
    render: ({ created }) => <Moment value={created} />,
  },
  {
    key: 'actions',
    title: <HiddenText text={t('common.actions')} />,
    width: 110,
    align: 'right',
    render: action,
  },
];

/** Grants that still act after their maker's session or token has ended; for administrators. */
export function AccessPage() {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const { data, error, refetch } = useListAccessGrantsQuery(undefined, {
    skip: !admin,
    refetchOnMountOrArgChange: true,
  });
  const [ending, setEnding] = useState<AccessGrant | null>(null);
  const paging = useUrlPage();
  if (!admin) {
    return <NotFoundPage />;
  }
  const action = (grant: AccessGrant): ReactNode => (
    <Button size="small" onClick={() => setEnding(grant)}>
      {t('access.end')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('shell.access')} subtitle={t('access.subtitle')} before={<BackButton />} />
      <div className="sy-body">
        <DataTable<AccessGrant>
          label={t('shell.access')}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          paging={paging}
          empty={<EmptyState title={t('access.emptyTitle')} text={t('access.emptyText')} />}
          columns={columnsOf(t, action)}
          narrowRow={(grant) => (
            <NarrowRow title={<GrantName grant={grant} />} meta={<GrantMaker grant={grant} />} action={action(grant)} />
          )}
        />
      </div>
      {ending !== null && <EndGrantDialog grant={ending} onClosed={() => setEnding(null)} />}
    </>
  );
}
