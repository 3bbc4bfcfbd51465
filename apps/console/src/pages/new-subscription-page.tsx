import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { useListProjectsQuery } from '../api/projects-api.js';
import { useGetInfoQuery } from '../api/system-api.js';
import { BackButton } from '../components/actions/back-button.js';
import { StartScreen } from '../components/feedback/start-screen.js';
import { PageHead } from '../components/page/page-head.js';
import { useSessionUser } from '../components/session/session-user.js';
import { SubscriptionForm } from '../features/projects/subscription-form.js';
import { emptySubscription, useNewSubscription } from '../features/projects/use-new-subscription.js';
import { NotFoundPage } from './not-found-page.js';

/** A new subscription: where people without a project land, as far as projects are paid for. */
export function NewSubscriptionPage() {
  const { t } = useTranslation();
  const user = useSessionUser();
  const { data: info } = useGetInfoQuery();
  const { data: projects = [] } = useListProjectsQuery();
  const { validate, create } = useNewSubscription();
  if (info === undefined) {
    return <StartScreen />;
  }
  if (info.edition !== 'hosted') {
    return <Navigate to="/project/new" replace />;
  }
  if (!user.can_create_project) {
    return <NotFoundPage />;
  }
  return (
    <>
      <PageHead title={t('project.premium')} before={projects.length > 0 && <BackButton />} />
      <div className="sy-body sy-body-padded">
        <div className="sy-centred sy-form-narrow">
          <p className="sy-text2">{t('project.premiumText')}</p>
          <SubscriptionForm
            initial={emptySubscription}
            submitText={t('project.continue')}
            validate={validate}
            onSubmit={create}
          />
        </div>
      </div>
    </>
  );
}
