import { Suspense, useEffect, useState } from 'react';
import { provideMaker } from '../../components/forms/new-resource.js';
import { usePermission, useProject } from '../../components/page/project-context.js';
import type { WantedResource } from './new-resource-dialogs.js';
import { late } from '../../components/feedback/late.js';

const Dialogs = late(async () => (await import('./new-resource-dialogs.js')).NewResourceDialogs);

/** Lets forms of the project make what they refer to, for members who may. */
export function NewResourceOutlet() {
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectResources');
  const [wanted, setWanted] = useState<readonly WantedResource[]>([]);
  useEffect(() => {
    return mayManage ? provideMaker((kind, onMade) => setWanted((open) => [...open, { kind, onMade }])) : undefined;
  }, [mayManage]);
  const close = (one: WantedResource): void => setWanted((open) => open.filter((each) => each !== one));
  return (
    wanted.length > 0 && (
      <Suspense fallback={null}>
        <Dialogs projectId={projectId} wanted={wanted} onClosed={close} />
      </Suspense>
    )
  );
}
