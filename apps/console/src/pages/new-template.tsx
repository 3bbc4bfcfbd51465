import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListGitRepositoriesQuery } from '../api/git-repositories-api.js';
import { useListInventoriesQuery } from '../api/inventories-api.js';
import { GitRepositoryDialog } from '../features/git-repositories/git-repository-dialog.js';
import { TemplateDialog } from '../features/templates/template-dialog.js';
import { inventoryTypes, type TemplateValues } from '../features/templates/template-values.js';

interface NewTemplateProps {
  projectId: number;
  app: string;
  /** View that it is made in. */
  viewId?: number | null;
  /** Of a new one; a task when it is absent. */
  type?: TemplateValues['type'];
  /** Gets its id. */
  onSaved?: (id: number | null) => void;
  onClosed: () => void;
}

/** The repository that a template needs comes first where there is none; what there is one of is chosen. */
export function NewTemplate({ projectId, app, viewId = null, type = '', onSaved, onClosed }: NewTemplateProps) {
  const { t } = useTranslation();
  const { data: repositories } = useListGitRepositoriesQuery(projectId);
  const { data: inventories } = useListInventoriesQuery(projectId);
  const [step, setStep] = useState<'repository' | 'made' | 'template' | null>(null);
  if (repositories === undefined || inventories === undefined) {
    return null;
  }
  if (step === null) {
    setStep(repositories.length === 0 ? 'repository' : 'template');
    return null;
  }
  if (step !== 'template') {
    return (
      <GitRepositoryDialog
        projectId={projectId}
        row={null}
        note={t('template.needsRepository')}
        onSaved={() => setStep('made')}
        onClosed={() => (step === 'made' ? setStep('template') : onClosed())}
      />
    );
  }
  const fitting = inventories.filter(({ type }) => inventoryTypes(app).includes(type));
  const only = <Row extends { id: number }>(rows: readonly Row[]): number | undefined =>
    rows.length === 1 ? rows[0]?.id : undefined;
  return (
    <TemplateDialog
      projectId={projectId}
      app={app}
      template={null}
      defaults={{ type, view_id: viewId, repository_id: only(repositories), inventory_id: only(fitting) ?? null }}
      onSaved={onSaved}
      onClosed={onClosed}
    />
  );
}
