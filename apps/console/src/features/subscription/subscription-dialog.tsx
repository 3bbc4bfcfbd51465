import type { Edition } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetSubscriptionQuery } from '../../api/subscription-api.js';
import { useGetInfoQuery } from '../../api/system-api.js';
import { LoadingRows } from '../../components/data-table/loading-rows.js';
import { Dialog } from '../../components/dialogs/dialog.js';
import { ActivateDialog } from './activate-dialog.js';
import { SubscriptionFacts } from './subscription-facts.js';

/** Where nobody needs a key. */
function WithoutKeys({ edition }: { edition: Edition }) {
  const { t } = useTranslation();
  return edition === 'open' ? (
    <Alert
      type="success"
      showIcon
      title={t('subscription.includedTitle')}
      description={t('subscription.includedText')}
    />
  ) : (
    <Alert type="info" showIcon title={t('subscription.hostedTitle')} description={t('subscription.hostedText')} />
  );
}

/** The subscription of the installation, for administrators. */
export function SubscriptionDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const [activating, setActivating] = useState(false);
  const { data: info } = useGetInfoQuery();
  const hasKeys = info?.edition === 'subscription';
  const { currentData, error } = useGetSubscriptionQuery(undefined, { skip: !hasKeys });
  const close = (): void => setOpen(false);
  return (
    <>
      <Dialog
        open={open}
        title={t('subscription.details')}
        width={520}
        onClose={close}
        afterClose={onClosed}
        maskCloses
        footer={
          <div className="sy-dialog-foot">
            <div className="sy-dialog-aside">
              {hasKeys && (
                <Button onClick={() => setActivating(true)}>
                  {currentData && !error ? t('subscription.another') : t('subscription.activate')}
                </Button>
              )}
            </div>
            <Button type="primary" onClick={close}>
              {t('common.close')}
            </Button>
          </div>
        }
      >
        {info === undefined && <LoadingRows />}
        {info !== undefined && !hasKeys && <WithoutKeys edition={info.edition} />}
        {hasKeys && <SubscriptionFacts />}
      </Dialog>
      {activating && <ActivateDialog onClosed={() => setActivating(false)} />}
    </>
  );
}
