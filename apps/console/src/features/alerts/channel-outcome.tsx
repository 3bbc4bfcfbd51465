import { CheckCircleFilled, WarningFilled } from '@ant-design/icons';
import type { AlertChannel } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../components/display/dash.js';
import { Moment } from '../../components/display/moment.js';

/** How the last try to reach a channel ended. */
export function ChannelOutcome({ channel: { last, active } }: { channel: AlertChannel }) {
  const { t } = useTranslation();
  if (!active) {
    return <span className="sy-text2">{t('alerts.off')}</span>;
  }
  if (last === null) {
    return <Dash />;
  }
  const { at, error } = last;
  return (
    <div className="sy-two" data-outcome={error === null ? 'accepted' : 'failed'}>
      <span className="sy-status" data-tone={error === null ? 'green' : 'orange'}>
        {error === null ? <CheckCircleFilled aria-hidden /> : <WarningFilled aria-hidden />}
        <span>{error === null ? t('alerts.accepted') : t('alerts.failed')}</span>
      </span>
      <small>
        {error !== null && <>{t(`deliveries.error.${error.code}`, { status: error.status })}, </>}
        <Moment value={at} />
      </small>
    </div>
  );
}
