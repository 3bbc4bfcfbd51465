import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, SendOutlined } from '@ant-design/icons';
import type { DeliveryStatus, RunnerDelivery } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../components/display/moment.js';

const looks: Readonly<Record<DeliveryStatus, { tone: string; icon: ReactNode }>> = {
  pending: { tone: 'grey', icon: <ClockCircleOutlined aria-hidden /> },
  sending: { tone: 'blue', icon: <SendOutlined aria-hidden /> },
  delivered: { tone: 'green', icon: <CheckCircleFilled aria-hidden /> },
  dead: { tone: 'red', icon: <CloseCircleFilled aria-hidden /> },
};

/** Icon and word of a delivery's state. */
export function DeliveryState({ status }: { status: DeliveryStatus }) {
  const { t } = useTranslation();
  const { tone, icon } = looks[status];
  return (
    <span className="sy-status" data-tone={tone} data-delivery={status}>
      {icon}
      <span>{t(`deliveries.status.${status}`)}</span>
    </span>
  );
}

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

/** Why the last try failed, and when the next one is. */
export function DeliveryResult({ delivery: { error, next_try: next } }: { delivery: RunnerDelivery }) {
  const { t } = useTranslation();
  if (error === null) {
    return null;
  }
  return (
    <div className="ru-two">
      <span>{t(`deliveries.error.${error.code}`, { status: error.status })}</span>
      {next !== null && (
        <small className="sy-text2">
          {t('deliveries.nextTry')} <Moment value={next} />
        </small>
      )}
    </div>
  );
}
