import { own } from '@switchyard/contracts';

/** Needs of an interpreter beside the script. */
export interface Interpreter {
  /** Arguments before the script, unless an administrator has set others. */
  leading: readonly string[];
  env: Readonly<Record<string, string>>;
}

const PLAIN: Interpreter = { leading: [], env: {} };

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  // Without it Python holds its output back until a block is full, and the log stands still.
  python: { leading: [], env: { PYTHONUNBUFFERED: '1' } },
  // https://learn.microsoft.com/powershell: -File takes the rest of the line as arguments, never as code.
  powershell: {
    leading: ['-NoLogo', '-NoProfile', '-NonInteractive', '-File'],
    env: { POWERSHELL_TELEMETRY_OPTOUT: '1' },
  },
};

/** The interpreter of an app; custom apps get their script as the only argument. */
export const interpreterOf = (app: string): Interpreter => own(INTERPRETERS, app) ?? PLAIN;
