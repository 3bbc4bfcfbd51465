import type { RegistrationTokenWithSecret, Runner, RunnerWithSecrets } from '@switchyard/contracts';
import { useState } from 'react';

/** The one dialog that a runners page shows. */
export type OpenRunnerDialog =
  | { kind: 'form'; row: Runner | null }
  | { kind: 'delete' | 'rotate' | 'renewSecret' | 'deliveries' | 'caches'; row: Runner }
  | { kind: 'webhookSecret'; name: string; secret: string }
  | { kind: 'secrets'; runner: RunnerWithSecrets; rotated: boolean }
  | { kind: 'tokens' | 'newToken' }
  | { kind: 'madeToken'; made: RegistrationTokenWithSecret };

export interface RunnerDialogs {
  state: OpenRunnerDialog | null;
  open: (state: OpenRunnerDialog) => void;
  /** Sets the dialog that follows when the present one has left the screen; without it the page shows none. */
  follow: (state: OpenRunnerDialog) => void;
  /** Called when the dialog on screen has left it. */
  closed: () => void;
}

/** Keeps one dialog at a time: the next one opens when the one before has left the screen. */
export function useRunnerDialogs(): RunnerDialogs {
  const [[state], set] = useState<[OpenRunnerDialog | null, OpenRunnerDialog | null]>([null, null]);
  return {
    state,
    open: (opened) => set([opened, null]),
    follow: (following) => set(([current]) => [current, following]),
    closed: () => set(([, following]) => [following, null]),
  };
}
