import type { BillingProject } from '@switchyard/contracts';
import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRekeyMutation } from '../../api/billing-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { fullMomentText } from '../../lib/moment-text.js';
import { useLocale } from '../../lib/use-locale.js';
import { useCopyKey } from '../../components/feedback/use-copy-key.js';

/** The key of the licence that the project pays for. */
export function LicenseKey({ billing, value }: { billing: BillingProject; value: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const copy = useCopyKey();
  const [asked, setAsked] = useState(false);
  const [rekey] = useRekeyMutation();
  return (
    <section className="bi-box" aria-labelledby="billing-key">
      <h2 id="billing-key">{t('billing.key')}</h2>
      <div className="sy-token">
        <code>{value}</code>
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy(value)}>
          {t('common.copy')}
        </Button>
      </div>
      <Button onClick={() => setAsked(true)}>{t('billing.rekey')}</Button>
      {asked && (
        <AskDialog
          title={t('billing.rekeyTitle')}
          button={t('billing.rekey')}
          onConfirm={() => rekey(billing.id).unwrap()}
          onClosed={() => setAsked(false)}
        >
          <p>{t('billing.rekeyText', { date: fullMomentText(billing.planFinishDate, locale) })}</p>
        </AskDialog>
      )}
    </section>
  );
}
