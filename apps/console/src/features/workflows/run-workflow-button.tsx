import { CaretRightFilled } from '@ant-design/icons';
import { type Workflow, withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { late } from '../../components/feedback/late.js';
import { usePermission } from '../../components/page/project-context.js';

const StartDialog = late(async () => (await import('./start-dialog.js')).StartDialog);

interface RunWorkflowButtonProps {
  workflow: Pick<Workflow, 'id' | 'project_id' | 'name'>;
  size?: 'small' | 'middle';
}

/** Asks what a run is for, and starts it; absent for those who may not. */
export function RunWorkflowButton({ workflow, size = 'small' }: RunWorkflowButtonProps) {
  const { t } = useTranslation();
  const mayRun = usePermission('runProjectTasks');
  const [open, setOpen] = useState(false);
  return (
    mayRun && (
      <>
        <Button
          className="sy-run"
          size={size}
          icon={<CaretRightFilled aria-hidden />}
          aria-label={t('action.named', { action: t('action.run'), name: withVisibleControls(workflow.name) })}
          onClick={() => setOpen(true)}
        >
          {t('action.run')}
        </Button>
        <Suspense fallback={null}>
          {open && <StartDialog workflow={workflow} onClosed={() => setOpen(false)} />}
        </Suspense>
      </>
    )
  );
}
