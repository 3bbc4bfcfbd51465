import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { type MakeResource, NewResource } from '../../components/forms/new-resource.js';
import { usePermission, useProject } from '../../components/page/project-context.js';
import type { WantedResource } from './new-resource-dialogs.js';

const Dialogs = lazy(async () => ({ default: (await import('./new-resource-dialogs.js')).NewResourceDialogs }));

/** Lets forms below it make what they refer to, for members who may. */
export function NewResourceOutlet({ children }: { children: ReactNode }) {
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectResources');
  const [wanted, setWanted] = useState<readonly WantedResource[]>([]);
  const make = useCallback<MakeResource>((kind, onMade) => setWanted((open) => [...open, { kind, onMade }]), []);
  const close = (one: WantedResource): void => setWanted((open) => open.filter((each) => each !== one));
  return (
    <NewResource value={mayManage ? make : null}>
      {children}
      {wanted.length > 0 && (
        <Suspense fallback={null}>
          <Dialogs projectId={projectId} wanted={wanted} onClosed={close} />
        </Suspense>
      )}
    </NewResource>
  );
}
