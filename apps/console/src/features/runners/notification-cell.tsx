import { CheckOutlined, WarningFilled } from '@ant-design/icons';
import type { Runner } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../components/actions/hint.js';
import { Dash } from '../../components/display/dash.js';
import { fullMomentText } from '../../lib/moment-text.js';
import { useLocale } from '../../lib/use-locale.js';
import { notificationStatus, type NotificationStatus } from './notification-status.js';

const icons: Readonly<Record<NotificationStatus, ReactNode>> = {
  silent: <CheckOutlined aria-hidden />,
  accepted: <CheckOutlined aria-hidden />,
  refused: <WarningFilled aria-hidden />,
  unreached: <WarningFilled aria-hidden />,
};
const tones = { silent: undefined, accepted: 'green', refused: 'orange', unreached: 'orange' } as const;

/** Whether there is a webhook, and its last answer; address and time on hover or focus. */
export function NotificationCell({ runner: { webhook, webhook_last: last } }: { runner: Runner }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (webhook === '') {
    return <Dash />;
  }
  const state = notificationStatus(last);
  const facts = {
    status: last?.status,
    error: last?.code ? t(`deliveries.error.${last.code}`, { status: last.status }) : '',
    date: fullMomentText(last?.at, locale),
  };
  const hint = (
    <>
      {webhook}
      <br />
      {t(`runners.webhookAnswer.${state}`, facts)}
    </>
  );
  return (
    <Hint title={hint}>
      <span className="ru-webhook" data-tone={tones[state]} data-webhook={state} tabIndex={0}>
        {icons[state]} {t(`runners.webhookWord.${state}`, facts)}
      </span>
    </Hint>
  );
}
