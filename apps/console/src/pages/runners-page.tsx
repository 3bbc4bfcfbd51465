import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useGetInfoQuery } from '../api/system-api.js';
import { BackButton } from '../components/actions/back-button.js';
import { PageHead } from '../components/page/page-head.js';
import { useSessionUser } from '../components/session/session-user.js';
import { RunnersView } from '../features/runners/runners-view.js';
import { useIsNarrow } from '../lib/use-media-query.js';
import { NotFoundPage } from './not-found-page.js';

/** Every runner of the installation, for administrators. */
export function RunnersPage() {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const { data: info } = useGetInfoQuery();
  const narrow = useIsNarrow();
  if (!admin) {
    return <NotFoundPage />;
  }
  return (
    <RunnersView
      scope={null}
      mayManage
      head={(buttons, figures) => (
        <>
          <PageHead
            title={t('runners.title')}
            subtitle={narrow ? undefined : t('runners.subtitle')}
            before={<BackButton />}
          >
            {buttons}
          </PageHead>
          {info?.use_remote_runner === false && (
            <div className="ru-notice">
              <Alert type="warning" showIcon title={t('runners.remoteOff')} />
            </div>
          )}
          {figures}
        </>
      )}
    />
  );
}
