import '../styles/shared-log.css';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { isMissing } from '../api/api-error.js';
import { useGetSharedLogQuery } from '../api/shared-log-api.js';
import { Wordmark } from '../components/brand/logo.js';
import { LoadFailure } from '../components/feedback/load-failure.js';
import { useTitle } from '../lib/page-title.js';
import { late } from '../components/feedback/late.js';

const load = async () => (await import('../features/tasks/sharing/shared-log.js')).SharedLog;
const SharedLog = late(load);

/** The log that a link leads to, for anybody who has it. It names nothing of the console and leads nowhere into it. */
export function SharedLogPage() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  useTitle('page', t('sharedLog.title'));
  return (
    <div className="sl-page">
      <header className="sl-top">
        <Wordmark size={22} />
        <span className="sy-text2">{t('sharedLog.title')}</span>
      </header>
      <main className="sl-main">
        <Content token={token} />
      </main>
    </div>
  );
}

function Content({ token }: { token: string }) {
  const { data: log, error, refetch, fulfilledTimeStamp } = useGetSharedLogQuery(token);
  if (isMissing(error)) {
    return <Gone />;
  }
  if (log === undefined) {
    return error === undefined ? null : <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Suspense fallback={null}>
      <SharedLog token={token} log={log} readAt={fulfilledTimeStamp ?? 0} onReload={() => void refetch()} />
    </Suspense>
  );
}

function Gone() {
  const { t } = useTranslation();
  return (
    <div className="sl-gone" role="alert">
      <h1>{t('sharedLog.gone')}</h1>
      <p className="sy-text2">{t('sharedLog.goneText')}</p>
    </div>
  );
}

// Fetched beside the first answer.
load().catch(() => undefined);
