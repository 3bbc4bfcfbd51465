import type { RunnerApp } from '@switchyard/contracts';
import { EXECUTORS } from './registry.js';
import { toolVersion } from './tool-version.js';

/** Longest version the protocol carries. */
const LONGEST_VERSION = 200;

/** The apps whose tool is installed on this machine, with its version. Answers from memory after the first time. */
export async function probeApps(): Promise<RunnerApp[]> {
  const found = await Promise.all(
    EXECUTORS.map(async ({ app, tool, version }) => ({ id: app, version: await toolVersion(tool, version) })),
  );
  return found.flatMap(({ id, version }) =>
    version === null ? [] : [{ id, version: version.slice(0, LONGEST_VERSION) }],
  );
}
