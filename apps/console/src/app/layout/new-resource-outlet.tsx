import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { type MakeResource, NewResource, type NewResourceKind } from '../../components/forms/new-resource.js';
import { usePermission, useProject } from '../../components/page/project-context.js';

interface NewDialogProps {
  projectId: number;
  row: null;
  onSaved: (id: number | null) => void;
  onClosed: () => void;
}

const dialogs: Readonly<Record<NewResourceKind, ComponentType<NewDialogProps>>> = {
  key: lazy(async () => ({ default: (await import('../../features/keys/key-dialog.js')).KeyDialog })),
  repository: lazy(async () => ({
    default: (await import('../../features/git-repositories/git-repository-dialog.js')).GitRepositoryDialog,
  })),
  inventory: lazy(async () => ({
    default: (await import('../../features/inventories/inventory-dialog.js')).InventoryDialog,
  })),
  environment: lazy(async () => ({
    default: (await import('../../features/environments/environment-dialog.js')).EnvironmentDialog,
  })),
};

interface Wanted {
  kind: NewResourceKind;
  onMade: (id: number) => void;
}

/** Lets forms below it make what they refer to, for members who may. */
export function NewResourceOutlet({ children }: { children: ReactNode }) {
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectResources');
  const [wanted, setWanted] = useState<readonly Wanted[]>([]);
  const make = useCallback<MakeResource>((kind, onMade) => setWanted((open) => [...open, { kind, onMade }]), []);
  const closed = (one: Wanted) => (): void => setWanted((open) => open.filter((each) => each !== one));
  return (
    <NewResource value={mayManage ? make : null}>
      {children}
      <Suspense fallback={null}>
        {wanted.map((one, place) => {
          const Dialog = dialogs[one.kind];
          return (
            <Dialog
              key={`${place} ${one.kind}`}
              projectId={projectId}
              row={null}
              onSaved={(id) => id !== null && one.onMade(id)}
              onClosed={closed(one)}
            />
          );
        })}
      </Suspense>
    </NewResource>
  );
}
