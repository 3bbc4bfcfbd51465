import type { Event } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListEventsQuery } from '../api/projects-api.js';
import type { Column } from '../components/data-table/column.js';
import { DataTable } from '../components/data-table/data-table.js';
import { KeysetPager } from '../components/data-table/keyset-pager.js';
import { pageQuery } from '../components/data-table/keyset.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { useKeyset, useUrlCursor } from '../components/data-table/use-keyset.js';
import { Dash } from '../components/display/dash.js';
import { Moment } from '../components/display/moment.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { useProject } from '../components/page/project-context.js';
import { What } from '../features/activity/activity-cells.js';
import { ActivityFilters, useActivityFilter } from '../features/activity/activity-filters.js';

const activityColumns = (t: TFunction): Column<Event>[] => [
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
    ellipsis: true,
    render: ({ user_name: name, username }) => (name ? <span title={username ?? name}>{name}</span> : <Dash />),
  },
  {
    key: 'description',
    title: t('activity.what'),
    min: 240,
    ellipsis: true,
    render: (event) => <What event={event} />,
  },
];

/** Events of the project, newest first, 20 entries a page. */
export function ActivityPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const chosen = useActivityFilter();
  const args = { projectId, ...chosen.filter, ...pageQuery(useUrlCursor()) };
  const list = useListEventsQuery(args, { refetchOnMountOrArgChange: true });
  const { rows, ...pager } = useKeyset(list, ({ cursor }) => cursor);
  return (
    <div className="sy-body">
      <ActivityFilters projectId={projectId} chosen={chosen} />
      <DataTable<Event>
        label={t('dashboard.activity')}
        density="tight"
        rows={rows}
        rowKey={({ cursor }) => cursor}
        error={list.error}
        onRetry={() => void list.refetch()}
        foot={<KeysetPager {...pager} />}
        empty={
          chosen.isFiltered ? (
            <EmptyState title={t('activity.noMatchTitle')} text={t('activity.noMatchText')}>
              <Button onClick={chosen.clear}>{t('filter.clear')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('activity.emptyTitle')} text={t('activity.emptyText')} />
          )
        }
        columns={activityColumns(t)}
        narrowRow={(event) => (
          <NarrowRow
            title={
              <span className="sy-wrap">
                <What event={event} />
              </span>
            }
            meta={
              <>
                {event.user_name}
                <Moment value={event.created} />
              </>
            }
          />
        )}
      />
    </div>
  );
}
