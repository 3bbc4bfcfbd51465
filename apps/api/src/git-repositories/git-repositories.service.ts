import { Injectable } from '@nestjs/common';
import type { GitRepository as WireRepository, GitRepositoryInput, ObjectReferences } from '@switchyard/contracts';
import { AccessKey, GitRepository } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../auth/access/caller.js';
import { sorted, type ListQuery } from '../project-resources/list-query.js';
import { findReferenced, requireSamePlace } from '../project-resources/owned-rows.js';
import { ResourceStores, type ResourceStore } from '../project-resources/resource-store.js';
import { toGitRepository } from './git-repository.mapper.js';

/** Git sources. No URL is ever opened here: that is a runner's work. */
@Injectable()
export class GitRepositoriesService {
  private readonly store: ResourceStore<GitRepository>;

  constructor(stores: ResourceStores) {
    this.store = stores.of({
      entity: GitRepository,
      objectType: 'repository',
      title: ({ gitUrl }) => `Repository ${gitUrl}`,
    });
  }

  async list(projectId: number, query: ListQuery): Promise<WireRepository[]> {
    const repositories = (await this.store.rows(projectId)).map(toGitRepository);
    return sorted(repositories, query, { name: (repository) => repository.name });
  }

  async read(projectId: number, id: number): Promise<WireRepository> {
    return toGitRepository(await this.store.row(projectId, id));
  }

  refs(projectId: number, id: number): Promise<ObjectReferences> {
    return this.store.refs(projectId, id);
  }

  async create(caller: Caller, projectId: number, input: GitRepositoryInput): Promise<WireRepository> {
    requireSamePlace(input, projectId);
    const row = await this.store.create(caller, projectId, (manager) => members(manager, projectId, input));
    return toGitRepository(row);
  }

  async update(caller: Caller, projectId: number, id: number, input: GitRepositoryInput): Promise<void> {
    requireSamePlace(input, projectId, id);
    await this.store.update(caller, projectId, id, async (manager, row) => ({
      ...(await members(manager, projectId, input)),
      // Credentials never go to another place than the one they were stored for.
      secretUrl: input.git_url === row.gitUrl ? row.secretUrl : null,
    }));
  }

  remove(caller: Caller, projectId: number, id: number): Promise<void> {
    return this.store.remove(caller, projectId, id);
  }
}

async function members(
  manager: EntityManager,
  projectId: number,
  input: GitRepositoryInput,
): Promise<Omit<GitRepository, 'id' | 'projectId' | 'secretUrl'>> {
  await findReferenced(manager, AccessKey, projectId, ['ssh_key_id', input.ssh_key_id]);
  return { name: input.name, gitUrl: input.git_url, gitBranch: input.git_branch, sshKeyId: input.ssh_key_id };
}
