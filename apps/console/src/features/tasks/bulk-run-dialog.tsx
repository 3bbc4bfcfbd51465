import { TaskInput, type Template } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateTaskMutation } from '../../api/tasks-api.js';
import { BulkDialog, type BulkItem } from '../../components/dialogs/bulk-dialog.js';
import { runBody, runIssues, runValues } from './run-values.js';
import { newLaunchKey } from './use-launch-key.js';

interface BulkRunDialogProps {
  templates: readonly Template[];
  onClosed: (isDone: boolean) => void;
}

/** Starts several templates with the settings that their run dialogs begin with; those that must be answered first are left out. */
export function BulkRunDialog({ templates, onClosed }: BulkRunDialogProps) {
  const { t } = useTranslation();
  const [create] = useCreateTaskMutation();
  const [items] = useState(() =>
    templates.map((template): BulkItem => {
      const { id, name, project_id: projectId } = template;
      const values = runValues(template, null);
      const key = newLaunchKey();
      return {
        id,
        name,
        leftOut: runIssues(template, values).length > 0 ? t('bulk.needsAnswers') : undefined,
        send: () => create({ projectId, body: TaskInput.parse(runBody(template, values)), key }).unwrap(),
      };
    }),
  );
  return (
    <BulkDialog title={t('bulk.runTitle')} button={t('action.run')} items={items} onClosed={onClosed}>
      <p className="sy-text2">{t('bulk.runText')}</p>
    </BulkDialog>
  );
}
