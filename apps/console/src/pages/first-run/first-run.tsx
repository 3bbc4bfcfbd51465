import { Suspense } from 'react';
import { usePermission, useProject } from '../../components/page/project-context.js';
import type { GuideProps } from './guide.js';
import { useGuide } from './use-guide.js';
import { late } from '../../components/feedback/late.js';

const Guide = late(async () => (await import('./guide.js')).Guide);

/** The guide of a new project, which goes when a task has succeeded. */
export function FirstRun(props: Omit<GuideProps, 'progress'>) {
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectResources');
  const progress = useGuide(projectId);
  return (
    progress !== null &&
    mayManage && (
      <Suspense fallback={null}>
        <Guide progress={progress} {...props} />
      </Suspense>
    )
  );
}
