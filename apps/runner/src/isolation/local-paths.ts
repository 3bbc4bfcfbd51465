import type { Job } from '@switchyard/contracts';
import { localPath } from '../git/local-rules.js';
import { parseRepositoryUrl } from '../git/repository-url.js';

/** Directories of this machine that are repositories of a job. */
export function localPaths({ job }: { job: Job }): string[] {
  const repositories = [job.repository, job.inventory?.repository ?? null];
  return repositories.flatMap((each) => (each && pathOf(each.url)) ?? []);
}

/** Returns the path of a local address. An unusable address is refused later, where it is opened. */
function pathOf(url: string): string | null {
  try {
    return localPath(parseRepositoryUrl(url));
  } catch {
    return null;
  }
}
