import { join } from 'node:path';
import { BackendFilename, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import type { Workspace } from '../../attempt/workspace.js';

const HTTP_BACKEND = 'terraform {\n  backend "http" {\n  }\n}\n';

/**
 * Gives the configuration an empty `http` backend, whose settings come from `TF_HTTP_*` variables. The file is removed
 * at the end of the attempt, also from a directory that is used in place.
 * @throws AttemptFailure when the name is not that of a Terraform file, or a file of that name is there already
 */
export async function overrideBackend(workspace: Workspace, directory: string, filename: string): Promise<void> {
  if (!BackendFilename.safeParse(filename).success || filename === '') {
    throw new AttemptFailure(problem('backend_file_name', { file: filename }));
  }
  const path = join(directory, filename);
  try {
    await workspace.files.write(path, HTTP_BACKEND, { mode: 0o644, isNew: true });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw exists ? new AttemptFailure(problem('backend_file_exists', { file: filename })) : error;
  }
  workspace.onClose(() => workspace.files.remove(path));
}
