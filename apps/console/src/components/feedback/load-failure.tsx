import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';

/** Stands in the place of content that could not be loaded. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="sy-failure">
      <div className="sy-failure-box" role="alert">
        <div className="sy-grow">
          <b>{t('common.loadFailed')}</b>
          <p>{errorMessage(error)}</p>
        </div>
        <button type="button" className="sy-plain" onClick={onRetry}>
          {t('common.retry')}
        </button>
      </div>
    </div>
  );
}
