import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Keeper } from './keeper.js';

/** A temporary directory that is gone after the test run, also after a killed one. */
export interface ServiceDirectory {
  path: string;
  /** Names the process to kill when this one dies without having removed the directory. */
  guard(pid: number): void;
  remove(): Promise<void>;
}

export async function serviceDirectory(label: string): Promise<ServiceDirectory> {
  const keeper = await Keeper.connect();
  const path = await mkdtemp(join(tmpdir(), `switchyard-${label}-`));
  await chmod(path, 0o755);
  keeper.guard(path);
  return {
    path,
    guard: (pid) => keeper.guard(path, pid),
    async remove() {
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
      keeper.release(path);
      keeper.close();
    },
  };
}
