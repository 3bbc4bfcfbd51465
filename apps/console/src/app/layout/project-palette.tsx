import type { Template } from '@switchyard/contracts';
import { useState } from 'react';
import { useProject } from '../../components/page/project-context.js';
import { useOpenTask } from '../../components/task/task-link.js';
import { Palette } from '../../features/palette/palette.js';
import { RunDialog } from '../../features/tasks/run-dialog.js';
import { usePaletteEntries } from './use-palette-entries.js';
import type { ShellCommand } from './use-shell-keys.js';

interface ProjectPaletteProps {
  /** Text that its first search begins with. */
  typed: string;
  open: boolean;
  onClose: () => void;
  /** Opens something else over the page. */
  onShow: (command: ShellCommand) => void;
}

/** The palette over the project on screen, and the dialog of a template that is run from it. */
export function ProjectPalette({ typed, open, onClose, onShow }: ProjectPaletteProps) {
  const { projectId } = useProject();
  const openTask = useOpenTask();
  const [running, setRunning] = useState<Template | null>(null);
  const entries = usePaletteEntries({ isOpen: open, onRun: setRunning, onShow });
  return (
    <>
      <Palette typed={typed} entries={entries} open={open} onClose={onClose} onShortcuts={() => onShow('shortcuts')} />
      {running && (
        <RunDialog projectId={projectId} template={running} onStarted={openTask} onClosed={() => setRunning(null)} />
      )}
    </>
  );
}
