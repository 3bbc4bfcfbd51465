import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useLogoutMutation } from '../../api/auth-api.js';
import { ownAddress } from '../../lib/own-address.js';

/** The error page: what happened, refresh, and sign in again, which ends the session. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const [logout, { isLoading }] = useLogoutMutation();
  const relogin = async (): Promise<void> => {
    await logout();
    window.location.assign(ownAddress('/auth/login'));
  };
  return (
    <main className="sy-error-screen">
      <div className="sy-empty">
        <h1>{t('errorPage.title')}</h1>
        <p>{t('errorPage.text')}</p>
        <code>{errorMessage(error)}</code>
        <div className="sy-row">
          <button type="button" className="sy-plain" data-primary onClick={() => window.location.reload()}>
            {t('errorPage.refresh')}
          </button>
          <button type="button" className="sy-plain" aria-busy={isLoading} onClick={() => void relogin()}>
            {t('errorPage.relogin')}
          </button>
        </div>
      </div>
    </main>
  );
}
