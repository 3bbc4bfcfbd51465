import type { Subscription } from '@switchyard/contracts';
import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorMessage, isMissing } from '../../api/api-error.js';
import { useGetSubscriptionQuery } from '../../api/subscription-api.js';
import { LoadingRows } from '../../components/data-table/loading-rows.js';
import { Moment } from '../../components/display/moment.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import { useCopyKey } from '../../components/feedback/use-copy-key.js';

function KeyRow({ value }: { value: string }) {
  const { t } = useTranslation();
  const copy = useCopyKey();
  return (
    <div className="sy-token">
      <code>{value}</code>
      <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy(value)}>
        {t('common.copy')}
      </Button>
    </div>
  );
}

function Facts({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation();
  const { key, plan, state, expiresAt, users, used } = subscription;
  const isActive = state === 'active';
  return (
    <>
      <Alert
        className="sy-dialog-alert"
        type={isActive ? 'success' : 'error'}
        showIcon
        title={t(`subscription.states.${state}`)}
        description={isActive ? t('subscription.activeText') : t('subscription.expiredText')}
      />
      <dl className="sy-facts">
        <div>
          <dt>{t('subscription.plan')}</dt>
          <dd>{plan}</dd>
        </div>
        <div>
          <dt>{t('subscription.expires')}</dt>
          <dd>
            <Moment value={expiresAt} />
          </dd>
        </div>
        <div>
          <dt>{t('subscription.seats')}</dt>
          <dd>{t('subscription.seatsTaken', { used, seats: users })}</dd>
        </div>
      </dl>
      <h3 className="sy-refs-heading">{t('subscription.key')}</h3>
      <KeyRow value={key} />
    </>
  );
}

/** Subscription of the activated key, or that there is none. */
export function SubscriptionFacts() {
  const { t } = useTranslation();
  const { data, error, refetch } = useGetSubscriptionQuery();
  if (error !== undefined) {
    return isMissing(error) ? (
      <Alert type="info" showIcon title={errorMessage(error)} description={t('subscription.noneText')} />
    ) : (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    );
  }
  return data === undefined ? <LoadingRows /> : <Facts subscription={data} />;
}
