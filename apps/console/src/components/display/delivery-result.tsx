import type { DeliveryError } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Moment } from './moment.js';

interface DeliveryResultProps {
  error: DeliveryError | null;
  /** Null when it is tried no more. */
  next: string | null;
}

/** Why the last try failed, and when the next one is. */
export function DeliveryResult({ error, next }: DeliveryResultProps) {
  const { t } = useTranslation();
  if (error === null) {
    return null;
  }
  return (
    <div className="sy-two">
      <span>{t(`deliveries.error.${error.code}`, { status: error.status })}</span>
      {next !== null && (
        <small className="sy-text2">
          {t('deliveries.nextTry')} <Moment value={next} />
        </small>
      )}
    </div>
  );
}
