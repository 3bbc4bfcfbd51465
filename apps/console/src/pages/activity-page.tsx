import type { Event } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListLastEventsQuery } from '../api/projects-api.js';
import { Dash } from '../components/dash.js';
import { DataTable } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { Moment } from '../components/moment.js';
import { NarrowRow } from '../components/narrow-row.js';
import { useProject } from '../components/project-context.js';
import { useUrlPage } from '../components/use-url-page.js';

type NumberedEvent = Event & { key: number };

/** What happened in the project, newest first. */
export function ActivityPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const { data, error, refetch } = useListLastEventsQuery(projectId, { refetchOnMountOrArgChange: true });
  const pagination = useUrlPage();
  return (
    <div className="sy-body">
      <DataTable<NumberedEvent>
        label={t('dashboard.activity')}
        density="tight"
        rows={data?.map((event, key) => ({ ...event, key }))}
        rowKey={({ key }) => key}
        error={error}
        onRetry={() => void refetch()}
        pagination={pagination}
        empty={<EmptyState title={t('activity.emptyTitle')} text={t('activity.emptyText')} />}
        columns={[
          {
            key: 'created',
            title: t('activity.when'),
            width: 220,
            className: 'sy-num',
            render: (_value, { created }) => <Moment value={created} />,
          },
          {
            key: 'user',
            title: t('activity.who'),
            width: 200,
            render: (_value, { username }) => (username ? <code>{username}</code> : <Dash />),
          },
          {
            key: 'description',
            title: t('activity.what'),
            render: (_value, { description }) => description ?? <Dash />,
          },
        ]}
        narrowRow={({ description, username, created }) => (
          <NarrowRow
            title={description}
            meta={
              <>
                {username && <code>{username}</code>}
                <Moment value={created} />
              </>
            }
          />
        )}
      />
    </div>
  );
}
