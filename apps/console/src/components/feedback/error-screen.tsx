import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';

/** The error page: what happened, refresh, and sign in again. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <main className="sy-error-screen">
      <div className="sy-empty">
        <h1>{t('errorPage.title')}</h1>
        <p>{t('errorPage.text')}</p>
        <code>{errorMessage(error)}</code>
        <div className="sy-row">
          <Button type="primary" onClick={() => window.location.reload()}>
            {t('errorPage.refresh')}
          </Button>
          <Button onClick={() => window.location.assign('/auth/login')}>{t('errorPage.relogin')}</Button>
        </div>
      </div>
    </main>
  );
}
