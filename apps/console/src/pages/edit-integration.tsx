import type { Integration } from '@switchyard/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useListTemplatesQuery } from '../api/templates-api.js';
import { StoredRow } from '../components/dialogs/stored-row.js';
import { useProject } from '../components/page/project-context.js';
import { IntegrationDialog } from '../features/integrations/integration-dialog.js';
import { useLaunchForm } from '../features/tasks/use-launch-form.js';

/** The dialog, once all that it shows is read. A new one is opened, where it gets its address. */
export function EditIntegration({ id, onClosed }: { id: number | null; onClosed: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useProject();
  const made = useRef<number | null>(null);
  const launch = useLaunchForm(projectId);
  const { data: templates } = useListTemplatesQuery(projectId);
  if (templates === undefined) {
    return null;
  }
  const newClosed = (): void => {
    onClosed();
    if (made.current !== null) {
      void navigate(`/project/${projectId}/integrations/${made.current}`);
    }
  };
  const common = { projectId, templates, launch, onClosed };
  return id === null ? (
    <IntegrationDialog {...common} stored={null} onSaved={(saved) => (made.current = saved)} onClosed={newClosed} />
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
