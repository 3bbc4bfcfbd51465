import { useGetInfoQuery } from '../api/system-api.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { BillingView } from '../features/billing/billing-view.js';
import { ManageSubscription } from '../features/projects/manage-subscription.js';
import { NotFoundPage } from './not-found-page.js';

/** Tier and payments of the project in the hosted edition, and the subscription that one of type premium manages. */
export function BillingPage() {
  const { project } = useProject();
  const mayUpdate = usePermission('updateProject');
  const { data: info } = useGetInfoQuery();
  const isSold = info?.edition === 'hosted';
  const isPremium = project.type === 'premium';
  if (!mayUpdate || (info && !isPremium && !isSold)) {
    return <NotFoundPage />;
  }
  return (
    <div className="sy-body sy-body-padded">
      <div className="sy-centred">
        {isPremium && (
          <div className="sy-form-narrow">
            <ManageSubscription project={project} />
          </div>
        )}
        {isSold && <BillingView projectId={project.id} />}
      </div>
    </div>
  );
}
