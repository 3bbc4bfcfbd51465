import { GitRepositoryDialog } from '../../features/git-repositories/git-repository-dialog.js';
import { InventoryDialog } from '../../features/inventories/inventory-dialog.js';
import { KeyDialog } from '../../features/keys/key-dialog.js';
import type { StepName } from './steps.js';

interface StepDialogProps {
  step: StepName;
  projectId: number;
  onClosed: () => void;
}

/** The form of a step that makes a resource. */
export function StepDialog({ step, projectId, onClosed }: StepDialogProps) {
  switch (step) {
    case 'key':
      return <KeyDialog projectId={projectId} row={null} onClosed={onClosed} />;
    case 'repository':
      return <GitRepositoryDialog projectId={projectId} row={null} onClosed={onClosed} />;
    case 'inventory':
      return <InventoryDialog projectId={projectId} row={null} onClosed={onClosed} />;
    default:
      return null;
  }
}
