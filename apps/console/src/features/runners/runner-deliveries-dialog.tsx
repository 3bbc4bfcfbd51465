import type { Runner, RunnerDelivery } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListDeliveriesQuery, useSendDeliveryAgainMutation, type RunnerScope } from '../../api/runners-api.js';
import { DeliveriesDialog } from '../../components/deliveries/deliveries-dialog.js';

/** Event of a delivery, and its task. */
function DeliveryEvent({ delivery: { event, task_id: task } }: { delivery: RunnerDelivery }) {
  const { t } = useTranslation();
  const known = event === 'task.queued' || event === 'task.finished';
  return (
    <span>
      {known ? t(`deliveries.event.${event === 'task.queued' ? 'queued' : 'finished'}`) : event}
      {task !== null && <span className="sy-text2"> #{task}</span>}
    </span>
  );
}

interface RunnerDeliveriesDialogProps {
  scope: RunnerScope;
  runner: Runner;
  onClosed: () => void;
}

/** The latest deliveries to the webhook of a runner: state, tries, last error. */
export function RunnerDeliveriesDialog({ scope, runner: { id, name }, onClosed }: RunnerDeliveriesDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useListDeliveriesQuery({ scope, id });
  const [send] = useSendDeliveryAgainMutation();
  return (
    <DeliveriesDialog<RunnerDelivery>
      title={t('deliveries.title', { name })}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      emptyText={t('deliveries.emptyText')}
      subject={(delivery) => <DeliveryEvent delivery={delivery} />}
      sendAgain={({ id: delivery }) => send({ scope, id, delivery }).unwrap()}
      onClosed={onClosed}
    />
  );
}
