import { lazy, Suspense, useCallback, useState } from 'react';
import { withTexts } from '../../lib/all-texts.js';
import type { ShellCommand } from './use-shell-keys.js';
import { useShellKeys } from './use-shell-keys.js';

const ProjectPalette = lazy(async () => ({
  default: (await withTexts(import('./project-palette.js'))).ProjectPalette,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await withTexts(import('../../features/shortcuts/shortcuts-dialog.js'))).ShortcutsDialog,
}));

export interface ShellDialogs {
  /** The dialog requested last. */
  shown: ShellCommand | null;
  show: (command: ShellCommand | null) => void;
}

/** What is open over the page; Ctrl+K and `?` open it. */
export function useShellDialogs(): ShellDialogs {
  const [shown, setShown] = useState<ShellCommand | null>(null);
  const toggle = useCallback(
    (command: ShellCommand) => setShown((previous) => (previous === command ? null : command)),
    [],
  );
  useShellKeys(toggle);
  return { shown, show: setShown };
}

/** Palette, in a project, and list of shortcuts, loaded when they are first opened. */
export function ShellDialogsOutlet({ shown, show, inProject }: ShellDialogs & { inProject: boolean }) {
  const [used, setUsed] = useState(false);
  if (inProject && shown === 'palette' && !used) {
    setUsed(true);
  }
  return (
    <Suspense fallback={null}>
      {used && (
        <ProjectPalette open={shown === 'palette'} onClose={() => show(null)} onShortcuts={() => show('shortcuts')} />
      )}
      {shown === 'shortcuts' && <ShortcutsDialog onClosed={() => show(null)} />}
    </Suspense>
  );
}
