import './guide.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission, useProject } from '../../components/page/project-context.js';
import { GuideStep } from './guide-step.js';
import { stepNames, type StepName } from './steps.js';
import { useGuide } from './use-guide.js';

const StepDialog = lazy(async () => ({ default: (await import('./step-dialog.js')).StepDialog }));

interface FirstRunProps {
  onNewTemplate: (app: string) => void;
}

/** The guide shrinks to one line once a template exists, and goes when a task has succeeded. */
export function FirstRun({ onNewTemplate }: FirstRunProps) {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectResources');
  const guide = useGuide(projectId);
  const [open, setOpen] = useState<StepName | null>(null);
  const first = guide?.templates[0];
  if (guide === null || !mayManage) {
    return null;
  }
  if (first !== undefined) {
    return (
      <p className="sy-guide-strip">
        <b>{t('guide.run.title')}</b>
        <span className="sy-text2">{t('guide.run.text')}</span>
      </p>
    );
  }
  const start = (name: StepName): void => (name === 'template' ? onNewTemplate('ansible') : setOpen(name));
  return (
    <div className="sy-guide">
      <h2>{t('guide.title')}</h2>
      <p className="sy-text2">{t('guide.subtitle')}</p>
      <ol>
        {stepNames.map((name, index) => (
          <GuideStep
            key={name}
            number={index + 1}
            name={name}
            state={guide.steps[name]}
            parts={guide}
            onStart={() => start(name)}
          />
        ))}
      </ol>
      {open !== null && (
        <Suspense fallback={null}>
          <StepDialog step={open} projectId={projectId} onClosed={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
