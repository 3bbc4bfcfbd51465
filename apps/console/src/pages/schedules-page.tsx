import type { Schedule } from '@switchyard/contracts';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useListSchedulesQuery,
  useListScheduleTasksQuery,
  useSetScheduleActiveMutation,
} from '../api/schedules-api.js';
import { TasksCaret } from '../components/data-table/caret.js';
import { HiddenText } from '../components/display/hidden-text.js';
import { late } from '../components/feedback/late.js';
import { useNotify } from '../components/feedback/notify.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { ResourcePage } from '../components/resource/resource-page.js';
import { RecentTasks } from '../components/task/recent-tasks.js';
import {
  ActiveSwitch,
  NextRun,
  scheduleColumns,
  ScheduleTiming,
  targetName,
} from '../features/schedules/schedule-columns.js';

const EditSchedule = late(async () => (await import('./edit-schedule.js')).EditSchedule);
const PauseDialog = late(async () => (await import('../features/schedules/pause-dialog.js')).PauseDialog);

function ScheduleTasks({ row }: { row: Schedule }) {
  const list = useListScheduleTasksQuery({ projectId: row.project_id, id: row.id });
  return <RecentTasks list={list} />;
}

/** Switches a schedule on at once; before it is switched off people are asked why. */
function useActive() {
  const notify = useNotify();
  const [pausing, setPausing] = useState<Schedule | null>(null);
  const [setActive] = useSetScheduleActiveMutation();
  const change = (row: Schedule, active: boolean): void => {
    if (!active) {
      setPausing(row);
      return;
    }
    setActive({ projectId: row.project_id, id: row.id, active, reason: '' })
      .unwrap()
      .catch((fault: unknown) => notify.error(fault));
  };
  return { pausing, change, end: () => setPausing(null) };
}

/** The schedules; one without a name goes by that of what it starts. */
function useNamedSchedules(projectId: number) {
  const { data, error, refetch } = useListSchedulesQuery(projectId);
  const named = useMemo(() => data?.map((row) => ({ ...row, name: row.name || targetName(row) })), [data]);
  return { data: named, error, refetch };
}

/** When templates and workflows are started by themselves. */
export function SchedulesPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectResources');
  const { pausing, change, end } = useActive();
  const onChange = mayManage ? change : undefined;
  return (
    <>
      <ResourcePage<Schedule>
        kind="schedules"
        words={{
          title: t('nav.schedule'),
          new: t('schedule.new'),
          name: t('schedule.name'),
          emptyTitle: t('schedule.emptyTitle'),
          emptyText: t('schedule.emptyText'),
        }}
        list={useNamedSchedules(projectId)}
        first={{
          key: 'active',
          title: t('schedule.active'),
          width: 72,
          render: (row) => <ActiveSwitch row={row} onChange={onChange} />,
        }}
        searched={(row) => [targetName(row), row.cron_format]}
        columns={scheduleColumns(t, projectId)}
        mark={(row) => <ActiveSwitch row={row} onChange={onChange} />}
        meta={(row) => (
          <span className="sy-ellipsis">
            <ScheduleTiming row={row} /> · <NextRun row={row} />
          </span>
        )}
        dialog={(row, onClosed) => <EditSchedule id={row?.id ?? null} onClosed={onClosed} />}
        expansion={{
          title: <HiddenText text={t('template.recentTasks')} />,
          content: (row) => <ScheduleTasks row={row} />,
          isExpandable: (row) => row.last_run !== null && row.workflow_id === null,
          caret: (row, expanded, onToggle) => <TasksCaret expanded={expanded} name={row.name} onToggle={onToggle} />,
        }}
      />
      <Suspense fallback={null}>{pausing !== null && <PauseDialog row={pausing} onClosed={end} />}</Suspense>
    </>
  );
}
