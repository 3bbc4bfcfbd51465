import { CheckCircleFilled, WarningFilled } from '@ant-design/icons';
import type { AuditReceiver } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../components/display/dash.js';
import { Moment } from '../../components/display/moment.js';

/** Whether a receiver got the last records, and when. */
export function ReceiverOutcome({ receiver }: { receiver: AuditReceiver }) {
  const { t } = useTranslation();
  const { active, error, failed_at: failed, delivered_at: delivered } = receiver;
  if (!active) {
    return <span className="sy-text2">{t('alerts.off')}</span>;
  }
  if (failed === null && delivered === null) {
    return <Dash />;
  }
  return (
    <div className="sy-two" data-outcome={failed === null ? 'accepted' : 'failed'}>
      <span className="sy-status" data-tone={failed === null ? 'green' : 'orange'}>
        {failed === null ? <CheckCircleFilled aria-hidden /> : <WarningFilled aria-hidden />}
        <span>{failed === null ? t('alerts.accepted') : t('alerts.failed')}</span>
      </span>
      <small>
        {error !== null && <>{t(`deliveries.error.${error.code}`, { status: error.status })}, </>}
        <Moment value={failed ?? delivered} />
      </small>
    </div>
  );
}

/** Number of records that a receiver has not got yet, and the time of the oldest. */
export function ReceiverLag({ receiver: { waiting, waiting_since: since } }: { receiver: AuditReceiver }) {
  return since === null ? (
    <>0</>
  ) : (
    <div className="sy-two">
      <span>{waiting}</span>
      <small>
        <Moment value={since} />
      </small>
    </div>
  );
}
