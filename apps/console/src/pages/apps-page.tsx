import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type App, isDefaultApp } from '@switchyard/contracts';
import { Button, Switch } from 'antd';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListAppsQuery, useSwitchAppMutation } from '../api/apps-api.js';
import { AppMark } from '../components/brand/app-mark.js';
import { appTitle } from '../components/brand/app-title.js';
import { BackButton } from '../components/actions/back-button.js';
import type { Column } from '../components/data-table/column.js';
import { DataTable } from '../components/data-table/data-table.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { Dash } from '../components/display/dash.js';
import { HiddenText } from '../components/display/hidden-text.js';
import { IconButton } from '../components/actions/icon-button.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { useNotify } from '../components/feedback/notify.js';
import { PageHead } from '../components/page/page-head.js';
import { RowActions } from '../components/actions/row-actions.js';
import { useSessionUser } from '../components/session/session-user.js';
import { useUrlPage } from '../components/data-table/use-url-page.js';
import { AppDialog } from '../features/apps/app-dialog.js';
import { DeleteAppDialog } from '../features/apps/delete-app-dialog.js';
import { DemoGate } from '../components/session/demo-gate.js';

function AppName({ app }: { app: App }) {
  return (
    <span className="sy-name">
      <AppMark app={app.id} />
      <b className="sy-ellipsis" title={appTitle(app)}>
        {appTitle(app)}
      </b>
    </span>
  );
}

function ActiveSwitch({ app }: { app: App }) {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const notify = useNotify();
  const [change, { isLoading }] = useSwitchAppMutation();
  return (
    <DemoGate>
      <Switch
        size="small"
        checked={app.active}
        loading={isLoading}
        {...(!admin && { disabled: true })}
        aria-label={t('apps.activeNamed', { name: appTitle(app) })}
        onChange={(active) => void change({ id: app.id, active }).unwrap().catch(notify.error)}
      />
    </DemoGate>
  );
}

const appFacts = (t: TFunction): Column<App>[] => [
  { key: 'active', title: t('apps.active'), width: 80, render: (app) => <ActiveSwitch app={app} /> },
  { key: 'title', title: t('apps.title'), min: 160, grow: 2, render: (app) => <AppName app={app} /> },
  { key: 'id', title: t('apps.id'), min: 120, render: ({ id }) => <code className="sy-text2">{id}</code> },
  {
    key: 'path',
    title: t('apps.path'),
    min: 140,
    grow: 2,
    render: ({ path }) => (path === '' ? <Dash /> : <code className="sy-text2">{path}</code>),
  },
  { key: 'priority', title: t('apps.priority'), width: 100, align: 'right', render: ({ priority }) => priority },
];

/** @param actions absent for people who may only look */
function appColumns(t: TFunction, actions: ((app: App) => ReactNode) | null): Column<App>[] {
  if (actions === null) {
    return appFacts(t);
  }
  return [
    ...appFacts(t),
    {
      key: 'actions',
      title: <HiddenText text={t('common.actions')} />,
      width: 90,
      render: (app) => actions(app),
    },
  ];
}

/** Apps that templates can run, 20 a page. Administrators change them, others look. */
export function AppsPage() {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const { data, error, refetch } = useListAppsQuery();
  const [editing, setEditing] = useState<App | 'new' | null>(null);
  const [deleting, setDeleting] = useState<App | null>(null);
  const paging = useUrlPage();
  const edit = (app: App) => (): void => setEditing(app);
  const actions = (app: App): ReactNode =>
    isDefaultApp(app.id) ? (
      <div className="sy-table-actions">
        <IconButton
          size="small"
          label={t('common.editNamed', { name: appTitle(app) })}
          icon={<EditOutlined aria-hidden />}
          onClick={edit(app)}
        />
      </div>
    ) : (
      <RowActions name={appTitle(app)} onEdit={edit(app)} onDelete={() => setDeleting(app)} />
    );
  return (
    <>
      <PageHead title={t('shell.apps')} before={<BackButton />}>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={!admin} onClick={() => setEditing('new')}>
          {t('apps.new')}
        </Button>
      </PageHead>
      <div className="sy-body">
        <DataTable<App>
          label={t('shell.apps')}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          paging={paging}
          empty={<EmptyState title={t('apps.emptyTitle')} text={t('apps.emptyText')} />}
          columns={appColumns(t, admin ? actions : null)}
          narrowRow={(app) => (
            <NarrowRow
              title={<AppName app={app} />}
              meta={<code>{app.id}</code>}
              action={
                <>
                  <ActiveSwitch app={app} />
                  {admin && actions(app)}
                </>
              }
            />
          )}
        />
      </div>
      {editing !== null && <AppDialog row={editing === 'new' ? null : editing} onClosed={() => setEditing(null)} />}
      {deleting !== null && <DeleteAppDialog app={deleting} onClosed={() => setDeleting(null)} />}
    </>
  );
}
