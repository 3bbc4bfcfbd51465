import './guide.css';
import { ExperimentOutlined } from '@ant-design/icons';
import type { Template } from '@switchyard/contracts';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../components/page/project-context.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { useDemoProject } from '../../features/projects/use-demo-project.js';
import { ReadyTools } from '../../features/runners/ready-tools.js';
import { GuideStep } from './guide-step.js';
import { RunStrip } from './run-strip.js';
import { stepNames, type StepName } from './steps.js';
import type { Progress } from './use-guide.js';
import { late } from '../../components/feedback/late.js';

const StepDialog = late(async () => (await import('./step-dialog.js')).StepDialog);

export interface GuideProps {
  progress: Progress;
  onNewTemplate: (app: string) => void;
  /** Absent: the user may not run tasks. */
  onRun: ((template: Template) => void) | undefined;
}

/** The template that was made first. */
const earliest = (templates: readonly Template[]): Template | undefined =>
  templates.toSorted((one, other) => one.id - other.id)[0];

/** For people who would rather see how it looks when it is done. */
function RatherDemo() {
  const { t } = useTranslation();
  const { can_create_project: mayCreate } = useSessionUser();
  const { busy, create } = useDemoProject();
  return (
    mayCreate && (
      <p className="sy-guide-foot">
        <span className="sy-text2">{t('guide.rather')}</span>
        <Button type="link" icon={<ExperimentOutlined aria-hidden />} loading={busy} onClick={() => void create()}>
          {t('guide.toDemo')}
        </Button>
      </p>
    )
  );
}

/** The steps of a new project; one line once a template exists. */
export function Guide({ progress, onNewTemplate, onRun }: GuideProps) {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const [open, setOpen] = useState<StepName | null>(null);
  const first = earliest(progress.templates);
  if (first) {
    return <RunStrip projectId={projectId} parts={progress} first={first} onRun={onRun} />;
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
            state={progress.steps[name]}
            parts={progress}
            onStart={() => start(name)}
          />
        ))}
      </ol>
      <ReadyTools projectId={projectId} />
      <RatherDemo />
      {open !== null && (
        <Suspense fallback={null}>
          <StepDialog step={open} projectId={projectId} onClosed={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
