import type { Event } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListLastEventsQuery } from '../api/projects-api.js';
import { Dash } from '../components/display/dash.js';
import { DataTable } from '../components/data-table/data-table.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { Moment } from '../components/display/moment.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { useProject } from '../components/page/project-context.js';
import { TaskLink } from '../components/task/task-link.js';
import { useUrlPage } from '../components/data-table/use-url-page.js';
import { activityWords } from '../lib/problem-words.js';

type NumberedEvent = Event & { key: number };

/** What happened; an entry about a task opens its log. */
function What({ event }: { event: Event }) {
  const { t } = useTranslation();
  const words = activityWords(event, t);
  if (event.object_type === 'task' && event.object_id !== null) {
    return (
      <TaskLink taskId={event.object_id} className="sy-ink">
        {words}
      </TaskLink>
    );
  }
  return words ?? <Dash />;
}

/** What happened in the project, newest first. */
export function ActivityPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const { data, error, refetch } = useListLastEventsQuery(projectId, { refetchOnMountOrArgChange: true });
  const paging = useUrlPage();
  return (
    <div className="sy-body">
      <DataTable<NumberedEvent>
        label={t('dashboard.activity')}
        density="tight"
        rows={data?.map((event, key) => ({ ...event, key }))}
        rowKey={({ key }) => key}
        error={error}
        onRetry={() => void refetch()}
        paging={paging}
        empty={<EmptyState title={t('activity.emptyTitle')} text={t('activity.emptyText')} />}
        columns={[
          {
            key: 'created',
            title: t('activity.when'),
            width: 220,
            className: 'sy-num',
            render: ({ created }) => <Moment value={created} />,
          },
          {
            key: 'user',
            title: t('activity.who'),
            width: 200,
            render: ({ username }) => (username ? <code>{username}</code> : <Dash />),
          },
          {
            key: 'description',
            title: t('activity.what'),
            render: (event) => <What event={event} />,
          },
        ]}
        narrowRow={(event) => (
          <NarrowRow
            title={<What event={event} />}
            meta={
              <>
                {event.username && <code>{event.username}</code>}
                <Moment value={event.created} />
              </>
            }
          />
        )}
      />
    </div>
  );
}
