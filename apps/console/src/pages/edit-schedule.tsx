import type { Schedule } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListTemplatesQuery } from '../api/templates-api.js';
import { useListWorkflowsQuery } from '../api/workflows-api.js';
import { StoredRow } from '../components/dialogs/stored-row.js';
import { useProject } from '../components/page/project-context.js';
import { ScheduleDialog } from '../features/schedules/schedule-dialog.js';
import { useLaunchForm } from '../features/tasks/use-launch-form.js';

/** The dialog, once all that it shows is read. */
export function EditSchedule({ id, onClosed }: { id: number | null; onClosed: () => void }) {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const launch = useLaunchForm(projectId);
  const { data: templates } = useListTemplatesQuery(projectId);
  const { data: workflows } = useListWorkflowsQuery(projectId);
  if (templates === undefined || workflows === undefined) {
    return null;
  }
  const common = { projectId, templates, workflows, launch, onClosed };
  return id === null ? (
    <ScheduleDialog {...common} stored={null} />
  ) : (
    <StoredRow<Schedule> path={`project/${projectId}/schedules/${id}`} title={t('schedule.edit')} onClosed={onClosed}>
      {(stored, readAgain) => <ScheduleDialog {...common} stored={stored} readAgain={readAgain} />}
    </StoredRow>
  );
}
