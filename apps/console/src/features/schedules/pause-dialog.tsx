import type { Schedule } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSetScheduleActiveMutation } from '../../api/schedules-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';

/** Pauses a schedule, with the reason that its row shows then. */
export function PauseDialog({ row, onClosed }: { row: Schedule; onClosed: () => void }) {
  const { t } = useTranslation();
  const [setActive] = useSetScheduleActiveMutation();
  const { id, project_id: projectId } = row;
  return (
    <FormDialog<{ reason: string }>
      title={t('schedule.pause', { name: row.name })}
      width={520}
      initial={{ reason: '' }}
      draft={{ name: `project/${projectId}/schedules/${id}/pause` }}
      submitText={t('schedule.pauseButton')}
      validate={() => []}
      onSubmit={({ reason }) => setActive({ projectId, id, active: false, reason }).unwrap()}
      onClosed={onClosed}
    >
      <Form.Item name="reason" label={t('schedule.pauseReason')} extra={t('schedule.pauseHint')}>
        <Input autoFocus maxLength={255} />
      </Form.Item>
    </FormDialog>
  );
}
