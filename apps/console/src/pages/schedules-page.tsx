import type { Schedule } from '@switchyard/contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useListSchedulesQuery,
  useListScheduleTasksQuery,
  useSetScheduleActiveMutation,
} from '../api/schedules-api.js';
import { useListTemplatesQuery } from '../api/templates-api.js';
import { TasksCaret } from '../components/data-table/caret.js';
import { StoredRow } from '../components/dialogs/stored-row.js';
import { HiddenText } from '../components/display/hidden-text.js';
import { useNotify } from '../components/feedback/notify.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { ResourcePage } from '../components/resource/resource-page.js';
import { RecentTasks } from '../components/task/recent-tasks.js';
import { PauseDialog } from '../features/schedules/pause-dialog.js';
import { ActiveSwitch, NextRun, scheduleColumns, ScheduleTiming } from '../features/schedules/schedule-columns.js';
import { ScheduleDialog } from '../features/schedules/schedule-dialog.js';
import { useLaunchForm } from '../features/tasks/use-launch-form.js';

function ScheduleTasks({ row }: { row: Schedule }) {
  const list = useListScheduleTasksQuery({ projectId: row.project_id, id: row.id });
  return <RecentTasks list={list} />;
}

/** The dialog, once all that it shows is read. */
function EditSchedule({ id, onClosed }: { id: number | null; onClosed: () => void }) {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const launch = useLaunchForm(projectId);
  const { data: templates } = useListTemplatesQuery(projectId);
  if (templates === undefined) {
    return null;
  }
  const common = { projectId, templates, launch, onClosed };
  return id === null ? (
    <ScheduleDialog {...common} stored={null} />
  ) : (
    <StoredRow<Schedule> path={`project/${projectId}/schedules/${id}`} title={t('schedule.edit')} onClosed={onClosed}>
      {(stored, readAgain) => <ScheduleDialog {...common} stored={stored} readAgain={readAgain} />}
    </StoredRow>
  );
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

/** The schedules; one without a name goes by that of its template. */
function useNamedSchedules(projectId: number) {
  const { data, error, refetch } = useListSchedulesQuery(projectId);
  const named = useMemo(() => data?.map((row) => ({ ...row, name: row.name || row.tpl_name })), [data]);
  return { data: named, error, refetch };
}

/** When templates are started by themselves. */
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
        searched={(row) => [row.tpl_name, row.cron_format]}
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
          isExpandable: (row) => row.last_run !== null,
          caret: (row, expanded, onToggle) => <TasksCaret expanded={expanded} name={row.name} onToggle={onToggle} />,
        }}
      />
      {pausing !== null && <PauseDialog row={pausing} onClosed={end} />}
    </>
  );
}
