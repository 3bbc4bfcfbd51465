import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useEnterAsVisitorMutation } from '../../api/auth-api.js';

/** The way into a demo, without an account. */
export function VisitorEntry() {
  const { t } = useTranslation();
  const [enter, { isLoading, error }] = useEnterAsVisitorMutation();
  return (
    <>
      <p className="sy-text2">{t('demo.visitText')}</p>
      {error !== undefined && (
        <div className="si-failure" role="alert">
          {errorMessage(error)}
        </div>
      )}
      <button
        className="sy-plain si-submit"
        type="button"
        data-primary
        aria-busy={isLoading}
        onClick={() => void enter()}
      >
        {t('demo.visit')}
      </button>
      <div className="si-or">{t('auth.or')}</div>
    </>
  );
}
