import type { Integration } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListTemplatesQuery } from '../api/templates-api.js';
import { StoredRow } from '../components/dialogs/stored-row.js';
import { useProject } from '../components/page/project-context.js';
import { IntegrationDialog } from '../features/integrations/integration-dialog.js';
import { useLaunchForm } from '../features/tasks/use-launch-form.js';

/** The dialog, once all that it shows is read. */
export function EditIntegration({ id, onClosed }: { id: number | null; onClosed: () => void }) {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const launch = useLaunchForm(projectId);
  const { data: templates } = useListTemplatesQuery(projectId);
  if (templates === undefined) {
    return null;
  }
  const common = { projectId, templates, launch, onClosed };
  return id === null ? (
    <IntegrationDialog {...common} stored={null} />
  ) : (
    <StoredRow<Integration>
      path={`project/${projectId}/integrations/${id}`}
      title={t('integration.edit')}
      onClosed={onClosed}
    >
      {(stored, readAgain) => <IntegrationDialog {...common} stored={stored} readAgain={readAgain} />}
    </StoredRow>
  );
}
