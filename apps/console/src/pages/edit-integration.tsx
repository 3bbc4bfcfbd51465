import type { Integration } from '@switchyard/contracts';
import { useState } from 'react';
import { useGetIntegrationQuery } from '../api/integrations-api.js';
import { useListTemplatesQuery } from '../api/templates-api.js';
import { useProject } from '../components/page/project-context.js';
import { IntegrationDialog } from '../features/integrations/integration-dialog.js';
import { useLaunchForm } from '../features/tasks/use-launch-form.js';

/** The dialog, once all that it shows is read. */
export function EditIntegration({ id, onClosed }: { id: number | null; onClosed: () => void }) {
  const { projectId } = useProject();
  const launch = useLaunchForm(projectId);
  const { data: templates } = useListTemplatesQuery(projectId);
  const { currentData: row } = useGetIntegrationQuery({ projectId, id: id ?? 0 }, { skip: id === null });
  const [opened, setOpened] = useState<Integration | null>(null);
  if (row !== undefined && opened === null) {
    setOpened(row);
  }
  if (templates === undefined || (id !== null && opened === null)) {
    return null;
  }
  return (
    <IntegrationDialog projectId={projectId} row={opened} templates={templates} launch={launch} onClosed={onClosed} />
  );
}
