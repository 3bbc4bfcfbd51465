import type { User } from '@switchyard/contracts';
import { Checkbox } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useListUsersQuery } from '../api/system-api.js';
import { BackButton } from '../components/back-button.js';
import { PersonBadge } from '../components/badges.js';
import { DataTable, type Column } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { NarrowRow } from '../components/narrow-row.js';
import { PageHead } from '../components/page-head.js';
import { useSessionUser } from '../components/session-user.js';
import { useUrlPage } from '../components/use-url-page.js';
import { NotFoundPage } from './not-found-page.js';

const flags = ['alert', 'admin', 'external'] as const;

function UserName({ user }: { user: User }) {
  return (
    <span className="sy-name">
      <PersonBadge name={user.name} />
      <b className="sy-member sy-ellipsis">{user.name}</b>
    </span>
  );
}

function userColumns(t: TFunction): Column<User>[] {
  const flagColumns: Column<User>[] = flags.map((flag) => ({
    key: flag,
    title: t(`users.${flag}`),
    width: 100,
    render: (_value, user) => <Checkbox checked={user[flag]} disabled aria-label={t(`users.${flag}`)} />,
  }));
  return [
    {
      key: 'name',
      title: t('users.name'),
      sorter: (one, other) => one.name.localeCompare(other.name),
      render: (_value, user) => <UserName user={user} />,
    },
    {
      key: 'username',
      title: t('users.username'),
      sorter: (one, other) => one.username.localeCompare(other.username),
      render: (_value, { username }) => <code className="sy-text2">{username}</code>,
    },
    {
      key: 'email',
      title: t('users.email'),
      render: (_value, { email }) => <span className="sy-text2">{email}</span>,
    },
    ...flagColumns,
  ];
}

/** Everyone who can sign in, 20 a page; for administrators. */
export function UsersPage() {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const { data, error, refetch } = useListUsersQuery(undefined, { skip: !admin });
  const pagination = useUrlPage();
  if (!admin) {
    return <NotFoundPage />;
  }
  return (
    <>
      <PageHead title={t('shell.users')} before={<BackButton />} />
      <div className="sy-body">
        <DataTable<User>
          label={t('shell.users')}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          pagination={pagination}
          empty={<EmptyState title={t('users.emptyTitle')} text={t('users.emptyText')} />}
          columns={userColumns(t)}
          narrowRow={(user) => (
            <NarrowRow
              title={<UserName user={user} />}
              meta={user.email}
              action={user.admin && <span className="sy-type">{t('users.admin')}</span>}
            />
          )}
        />
      </div>
    </>
  );
}
