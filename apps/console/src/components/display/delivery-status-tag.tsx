import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, SendOutlined } from '@ant-design/icons';
import type { DeliveryStatus } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const looks: Readonly<Record<DeliveryStatus, { tone: string; icon: ReactNode }>> = {
  pending: { tone: 'grey', icon: <ClockCircleOutlined aria-hidden /> },
  sending: { tone: 'blue', icon: <SendOutlined aria-hidden /> },
  delivered: { tone: 'green', icon: <CheckCircleFilled aria-hidden /> },
  dead: { tone: 'red', icon: <CloseCircleFilled aria-hidden /> },
};

/** Icon and word of a delivery's state. */
export function DeliveryStatusTag({ status }: { status: DeliveryStatus }) {
  const { t } = useTranslation();
  const { tone, icon } = looks[status];
  return (
    <span className="sy-status" data-tone={tone} data-delivery={status}>
      {icon}
      <span>{t(`deliveries.status.${status}`)}</span>
    </span>
  );
}
