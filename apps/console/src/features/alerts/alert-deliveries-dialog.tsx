import { type AlertDelivery, ALERT_EVENTS, AlertChannelType } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGetAlertStatusQuery, useSendAlertAgainMutation } from '../../api/alerts-api.js';
import { DeliveriesDialog } from '../../components/deliveries/deliveries-dialog.js';

/** Name of a channel or person; of the server's channels, their type. */
function targetOf(t: TFunction, { kind, target }: AlertDelivery): string {
  const type = AlertChannelType.safeParse(target).data;
  return kind === 'alert_server' && type ? t('alerts.serverTarget', { type: t(`alerts.types.${type}`) }) : target;
}

/** Subject of a delivery, in words: an event, or what a forge gets. */
function subjectOf(t: TFunction, { kind, event }: AlertDelivery): string {
  if (kind === 'commit_status') {
    return t('alerts.commitStatus');
  }
  if (kind === 'pull_request_comment') {
    return t('alerts.pullRequestComment');
  }
  const known = ALERT_EVENTS.find((each) => each === event);
  return known === undefined ? t('alerts.testEvent') : t(`alerts.happened.${known}`);
}

function AlertSubject({ delivery }: { delivery: AlertDelivery }) {
  const { t } = useTranslation();
  return (
    <span>
      {subjectOf(t, delivery)}
      {delivery.task_id !== null && <span className="sy-text2"> #{delivery.task_id}</span>}
    </span>
  );
}

interface AlertDeliveriesDialogProps {
  projectId: number;
  onClosed: () => void;
}

/** The latest alerts of a project: to whom, state, tries, last error. */
export function AlertDeliveriesDialog({ projectId, onClosed }: AlertDeliveriesDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useGetAlertStatusQuery(projectId, { refetchOnMountOrArgChange: true });
  const [send] = useSendAlertAgainMutation();
  return (
    <DeliveriesDialog<AlertDelivery>
      title={t('alerts.deliveries')}
      rows={data?.deliveries}
      error={error}
      onRetry={() => void refetch()}
      emptyText={t('alerts.noneSent')}
      subject={(delivery) => <AlertSubject delivery={delivery} />}
      target={(delivery) => targetOf(t, delivery)}
      sendAgain={({ id }) => send({ projectId, delivery: id }).unwrap()}
      onClosed={onClosed}
    />
  );
}
