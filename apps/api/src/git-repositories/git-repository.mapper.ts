import type { GitRepository as WireRepository } from '@switchyard/contracts';
import type { GitRepository } from '@switchyard/database';

export function toGitRepository(row: GitRepository): WireRepository {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    git_url: row.gitUrl,
    git_branch: row.gitBranch,
    ssh_key_id: row.sshKeyId,
  };
}
