import { join } from 'node:path';
import { makeSocketDirectory } from './socket-directory.js';
import { attemptProcesses } from './attempt-processes.js';
import { killProcesses } from './end-processes.js';
import { createOutputPipe } from './output-pipe.js';
import { writePidFile } from './pid-file.js';
import { spawnGroup } from './spawn-group.js';
import { ownFiles } from '../files/own-files.js';
import type { Place } from './place.js';

/** The machine as this process sees it, for an attempt that has the user of this process. */
export function ownPlace(attemptDir: string): Place {
  const living = (groups: readonly number[]): number[] => attemptProcesses({ attemptDir, groups });
  return {
    files: ownFiles,
    start: (command, stdio) => spawnGroup(command, stdio),
    living,
    kill: (groups) => killProcesses(() => living(groups)),
    remember: (group, asked) => writePidFile(attemptDir, group, asked),
    openSockets: () => makeSocketDirectory(attemptDir),
    makeOutputPipe: async () => {
      const path = join(attemptDir, 'output');
      await createOutputPipe(path);
      return path;
    },
  };
}
