import { usePermission, useProject } from '../components/page/project-context.js';
import { ManageSubscription } from '../features/projects/manage-subscription.js';
import { NotFoundPage } from './not-found-page.js';

/** The subscription that a project of type premium manages, for those who may update it. */
export function BillingPage() {
  const { project } = useProject();
  const mayUpdate = usePermission('updateProject');
  if (!mayUpdate || project.type !== 'premium') {
    return <NotFoundPage />;
  }
  return (
    <div className="sy-body sy-body-padded">
      <div className="sy-centred sy-form-narrow">
        <ManageSubscription project={project} />
      </div>
    </div>
  );
}
