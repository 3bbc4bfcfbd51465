import type { Workflow } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { StoredRow } from '../components/dialogs/stored-row.js';
import { useProject } from '../components/page/project-context.js';
import { WorkflowDialog } from '../features/workflows/workflow-dialog.js';

/** The dialog, once the workflow is read. */
export function EditWorkflow({ id, onClosed }: { id: number | null; onClosed: () => void }) {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const common = { projectId, onClosed };
  return id === null ? (
    <WorkflowDialog {...common} stored={null} />
  ) : (
    <StoredRow<Workflow> path={`project/${projectId}/workflows/${id}`} title={t('workflow.edit')} onClosed={onClosed}>
      {(stored, readAgain) => <WorkflowDialog {...common} stored={stored} readAgain={readAgain} />}
    </StoredRow>
  );
}
