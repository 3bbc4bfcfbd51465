import { executeHosted } from '../executors/index.js';
import { listBranches } from '../git/list-branches.js';
import { refreshMirror } from '../git/refresh-mirror.js';
import { hostAttempt } from './attempt-host.js';

/** Serves one attempt in this process. @returns the exit code */
export const serveAttempt = (): Promise<number> => hostAttempt({ execute: executeHosted, refreshMirror, listBranches });
