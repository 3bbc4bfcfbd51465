import { type AppProbe, DEFAULT_APPS, isDefaultApp, type RunnerApp } from '@switchyard/contracts';
import { firstInstalled } from './find-tool.js';
import { toolVersion } from './tool-version.js';

/** Longest version the protocol carries. */
const LONGEST_VERSION = 200;

/**
 * The apps whose program is on this machine, with its version: the default apps, and those of the probes.
 * A custom program is not run to learn its version, because nobody knows what it would do. Answers from memory after
 * the first time.
 */
export async function probeApps(probes: readonly AppProbe[]): Promise<RunnerApp[]> {
  const searchPath = process.env.PATH ?? '';
  const paths = new Map(probes.map(({ id, path }) => [id, path]));
  const ids = [...new Set([...Object.keys(DEFAULT_APPS), ...paths.keys()])];
  const found = await Promise.all(ids.map((id) => probeApp(id, paths.get(id), searchPath)));
  return found.filter((app) => app !== null);
}

async function probeApp(id: string, path: string | undefined, searchPath: string): Promise<RunnerApp | null> {
  const names = path ? [path] : isDefaultApp(id) ? DEFAULT_APPS[id].commands : [];
  const file = await firstInstalled(names, searchPath);
  if (!file) {
    return null;
  }
  if (!isDefaultApp(id)) {
    return { id, version: '' };
  }
  const version = await toolVersion(id, file, searchPath);
  return version === null ? null : { id, version: version.slice(0, LONGEST_VERSION) };
}
