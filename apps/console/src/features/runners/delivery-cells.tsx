import type { RunnerDelivery } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

/** What a delivery reports, and about which task. */
export function DeliveryEvent({ delivery: { event, task_id: task } }: { delivery: RunnerDelivery }) {
  const { t } = useTranslation();
  const known = event === 'task.queued' || event === 'task.finished';
  return (
    <span>
      {known ? t(`deliveries.event.${event === 'task.queued' ? 'queued' : 'finished'}`) : event}
      {task !== null && <span className="sy-text2"> #{task}</span>}
    </span>
  );
}
