import { PlusOutlined } from '@ant-design/icons';
import type { ApiToken } from '@switchyard/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListTokensQuery } from '../api/user-api.js';
import { BackButton } from '../components/actions/back-button.js';
import { Dash } from '../components/display/dash.js';
import type { Column } from '../components/data-table/column.js';
import { DataTable } from '../components/data-table/data-table.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { late } from '../components/feedback/late.js';
import { HiddenText } from '../components/display/hidden-text.js';
import { Moment } from '../components/display/moment.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { PageHead } from '../components/page/page-head.js';
import { RowActions } from '../components/actions/row-actions.js';
import { useUrlPage } from '../components/data-table/use-url-page.js';
import { maskedToken, tokenTitle } from '../features/tokens/token-title.js';
import { listText } from '../lib/list-text.js';

const DeleteTokenDialog = late(
  async () => (await import('../features/tokens/delete-token-dialog.js')).DeleteTokenDialog,
);
const NewTokenDialog = late(async () => (await import('../features/tokens/new-token-dialog.js')).NewTokenDialog);
const TokenFormDialog = late(async () => (await import('../features/tokens/token-form-dialog.js')).TokenFormDialog);

function TokenStatus({ expired }: { expired: boolean }) {
  const { t } = useTranslation();
  return expired ? <span className="sy-text3">{t('tokens.expired')}</span> : t('tokens.active');
}

/** When and from where. */
function LastUse({ token: { last_used_at: time, last_used_from: address } }: { token: ApiToken }) {
  const { t } = useTranslation();
  return time === null ? (
    <span className="sy-text3">{t('tokens.unused')}</span>
  ) : (
    <>
      <Moment value={time} /> <span className="sy-text3">{address}</span>
    </>
  );
}

function tokenColumns(t: TFunction, actions: (token: ApiToken) => ReactNode): Column<ApiToken>[] {
  return [
    {
      key: 'name',
      title: t('tokens.name'),
      min: 160,
      grow: 2,
      ellipsis: true,
      render: ({ name }) => (name ? <span title={name}>{name}</span> : <Dash />),
    },
    { key: 'id', title: t('tokens.token'), min: 120, render: (token) => <code>{maskedToken(token)}</code> },
    {
      key: 'created',
      title: t('tokens.created'),
      min: 168,
      rank: 2,
      sorter: (one, other) => one.created.localeCompare(other.created),
      render: ({ created }) => <Moment value={created} />,
    },
    {
      key: 'expires',
      title: t('tokens.expires'),
      min: 168,
      render: ({ expires_at: end }) => (end === null ? t('tokens.never') : <Moment value={end} />),
    },
    {
      key: 'used',
      title: t('tokens.lastUsed'),
      min: 250,
      rank: 1,
      sorter: (one, other) => (one.last_used_at ?? '').localeCompare(other.last_used_at ?? ''),
      render: (token) => <LastUse token={token} />,
    },
    {
      key: 'scope',
      title: t('tokens.scope'),
      min: 130,
      rank: 3,
      render: ({ scopes }) => (scopes.length > 0 ? listText(scopes.map((scope) => t(`tokens.${scope}`))) : <Dash />),
    },
    { key: 'status', title: t('tokens.status'), min: 100, render: ({ expired }) => <TokenStatus expired={expired} /> },
    {
      key: 'actions',
      title: <HiddenText text={t('common.actions')} />,
      width: 90,
      render: (token) => actions(token),
    },
  ];
}

function TokenMeta({ token }: { token: ApiToken }) {
  const { t } = useTranslation();
  return (
    <>
      <TokenStatus expired={token.expired} />
      {token.scopes.map((scope) => (
        <span key={scope}>{t(`tokens.${scope}`)}</span>
      ))}
      <span>
        {token.last_used_at !== null && t('tokens.lastUsed')} <LastUse token={token} />
      </span>
    </>
  );
}

/** API tokens of the signed-in user. A token is shown in full only once, after it was made. */
export function TokensPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useListTokensQuery();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<ApiToken | null>(null);
  const [deleting, setDeleting] = useState<ApiToken | null>(null);
  const paging = useUrlPage();
  const actions = (token: ApiToken): ReactNode => (
    <RowActions name={tokenTitle(token)} onDelete={() => setDeleting(token)} />
  );
  const button = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
      {t('tokens.new')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('shell.tokens')} before={<BackButton />}>
        {data?.length !== 0 && button}
      </PageHead>
      <div className="sy-body">
        <DataTable<ApiToken>
          label={t('shell.tokens')}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          paging={paging}
          empty={
            <EmptyState title={t('tokens.emptyTitle')} text={t('tokens.emptyText')}>
              {button}
            </EmptyState>
          }
          columns={tokenColumns(t, actions)}
          narrowRow={(token) => (
            <NarrowRow
              title={token.name || <code>{maskedToken(token)}</code>}
              meta={<TokenMeta token={token} />}
              action={actions(token)}
            />
          )}
        />
      </div>
      <Suspense fallback={null}>
        {adding && <TokenFormDialog onCreated={setMade} onClosed={() => setAdding(false)} />}
        {deleting !== null && <DeleteTokenDialog token={deleting} onClosed={() => setDeleting(null)} />}
      </Suspense>
      <Suspense fallback={null}>
        {made !== null && <NewTokenDialog token={made} onClosed={() => setMade(null)} />}
      </Suspense>
    </>
  );
}
