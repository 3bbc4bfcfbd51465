import { PlusOutlined } from '@ant-design/icons';
import { type User, withVisibleControls } from '@switchyard/contracts';
import { Button, Checkbox } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useListUsersQuery } from '../api/users-api.js';
import { BackButton } from '../components/actions/back-button.js';
import { PersonBadge } from '../components/display/badges.js';
import type { Column } from '../components/data-table/column.js';
import { DataTable } from '../components/data-table/data-table.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { HiddenText } from '../components/display/hidden-text.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { PageHead } from '../components/page/page-head.js';
import { RowActions } from '../components/actions/row-actions.js';
import { useSessionUser } from '../components/session/session-user.js';
import { useResourceDialogs } from '../components/resource/use-resource-dialogs.js';
import { useListFilter } from '../components/data-table/use-list-filter.js';
import { useUrlPage } from '../components/data-table/use-url-page.js';
import { late } from '../components/feedback/late.js';
import { NotFoundPage } from './not-found-page.js';
import { compareText } from '../lib/compare-text.js';

const DeleteUserDialog = late(async () => (await import('../features/users/delete-user-dialog.js')).DeleteUserDialog);
const UserDialog = late(async () => (await import('../features/users/user-dialog.js')).UserDialog);

const flags = ['alert', 'admin', 'external'] as const;

function UserName({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <span className="sy-name">
      <PersonBadge name={user.name} />
      <b className="sy-member sy-ellipsis" title={withVisibleControls(user.name)}>
        {withVisibleControls(user.name)}
      </b>
      {user.left_directory !== null && (
        <span className="sy-type" data-tone="gold">
          {t('users.left')}
        </span>
      )}
    </span>
  );
}

function UserMeta({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <>
      {user.admin && <span className="sy-type">{t('users.flags.admin')}</span>}
      <span className="sy-ellipsis">{user.email}</span>
    </>
  );
}

function userColumns(t: TFunction, actions: (user: User) => ReactNode): Column<User>[] {
  const flagColumns: Column<User>[] = flags.map((flag) => ({
    key: flag,
    title: t(`users.flags.${flag}`),
    width: 90,
    rank: 1,
    render: (user) => <Checkbox checked={user[flag]} disabled aria-label={t(`users.flags.${flag}`)} />,
  }));
  return [
    {
      key: 'name',
      title: t('users.name'),
      min: 160,
      grow: 2,
      sorter: (one, other) => compareText(one.name, other.name),
      render: (user) => <UserName user={user} />,
    },
    {
      key: 'username',
      title: t('users.username'),
      min: 120,
      ellipsis: true,
      sorter: (one, other) => compareText(one.username, other.username),
      render: ({ username }) => <code className="sy-text2">{withVisibleControls(username)}</code>,
    },
    {
      key: 'email',
      title: t('users.email'),
      min: 140,
      grow: 2,
      ellipsis: true,
      render: ({ email }) => (
        <span className="sy-text2" title={email}>
          {email}
        </span>
      ),
    },
    ...flagColumns,
    {
      key: 'actions',
      title: <HiddenText text={t('common.actions')} />,
      width: 110,
      render: (user) => actions(user),
    },
  ];
}

/** Everyone who can sign in, 20 a page; for administrators. */
export function UsersPage() {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const { data, error, refetch } = useListUsersQuery(undefined, { skip: !admin });
  const paging = useUrlPage();
  const filter = useListFilter(data, ({ name, username, email }) => [name, username, email]);
  const dialogs = useResourceDialogs<User>(admin ? data : undefined);
  if (!admin) {
    return <NotFoundPage />;
  }
  const { editing, deleting } = dialogs;
  const edited = editing?.row ? (data?.find(({ id }) => id === editing.row?.id) ?? editing.row) : null;
  const actions = (user: User): ReactNode => (
    <RowActions name={user.name} onEdit={() => dialogs.edit(user)} onDelete={() => dialogs.remove(user)} />
  );
  return (
    <>
      <PageHead title={t('shell.users')} before={<BackButton />} filter={filter.input}>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={dialogs.create}>
          {t('users.new')}
        </Button>
      </PageHead>
      <div className="sy-body">
        <DataTable<User>
          label={t('shell.users')}
          rows={filter.rows}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          paging={paging}
          empty={filter.nothing(<EmptyState title={t('users.emptyTitle')} text={t('users.emptyText')} />)}
          columns={userColumns(t, actions)}
          narrowRow={(user) => (
            <NarrowRow title={<UserName user={user} />} meta={<UserMeta user={user} />} action={actions(user)} />
          )}
        />
      </div>
      <Suspense fallback={null}>
        {editing !== null && (
          <UserDialog
            key={dialogs.opening}
            title={editing.row === null ? t('users.new') : t('users.edit')}
            user={edited}
            onClosed={dialogs.close}
          />
        )}
        {deleting !== null && <DeleteUserDialog user={deleting} onClosed={dialogs.close} />}
      </Suspense>
    </>
  );
}
