import type { ComponentType } from 'react';
import type { NewResourceKind } from '../../components/forms/new-resource.js';
import { EnvironmentDialog } from '../../features/environments/environment-dialog.js';
import { GitRepositoryDialog } from '../../features/git-repositories/git-repository-dialog.js';
import { InventoryDialog } from '../../features/inventories/inventory-dialog.js';
import { KeyDialog } from '../../features/keys/key-dialog.js';
import { NewTemplateDialog } from '../../pages/new-template-dialog.js';
import { NewViewDialog } from '../../features/views/new-view-dialog.js';
import { WorkspaceDialog } from '../../features/workspaces/workspace-dialog.js';

interface NewDialogProps {
  projectId: number;
  row: null;
  onSaved: (id: number | null) => void;
  onClosed: () => void;
}

const dialogs: Readonly<Record<NewResourceKind, ComponentType<NewDialogProps>>> = {
  key: KeyDialog,
  repository: GitRepositoryDialog,
  inventory: InventoryDialog,
  environment: EnvironmentDialog,
  view: NewViewDialog,
  template: (props) => <NewTemplateDialog {...props} type="" />,
  build: (props) => <NewTemplateDialog {...props} type="build" />,
  'terraform-workspace': (props) => (
    <WorkspaceDialog {...props} made={{ type: 'terraform-workspace', templateId: null }} />
  ),
  'tofu-workspace': (props) => <WorkspaceDialog {...props} made={{ type: 'tofu-workspace', templateId: null }} />,
};

/** New object for which a form asked. */
export interface WantedResource {
  kind: NewResourceKind;
  onMade: (id: number) => void;
}

interface NewResourceDialogsProps {
  projectId: number;
  /** In the order in which they were opened. */
  wanted: readonly WantedResource[];
  onClosed: (one: WantedResource) => void;
}

/** The forms of new resources that are open over other forms. */
export function NewResourceDialogs({ projectId, wanted, onClosed }: NewResourceDialogsProps) {
  return wanted.map((one, place) => {
    const Dialog = dialogs[one.kind];
    return (
      <Dialog
        key={`${place} ${one.kind}`}
        projectId={projectId}
        row={null}
        onSaved={(id) => id !== null && one.onMade(id)}
        onClosed={() => onClosed(one)}
      />
    );
  });
}
