import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { withoutCredentials, type Job } from '@switchyard/contracts';
import { StatementBatcher } from '@switchyard/database';
import { DataSource } from 'typeorm';
import type { StoredSnapshot } from '../../tasks/task-result.repository.js';
import type { JobSources } from './job-sources.js';
import { addInventoryContent, keepSnapshots } from './snapshot.repository.js';

/**
 * Keeps what a task runs with, without its secrets. The text of an inventory is stored once, however many tasks use it,
 * and sent only when it is not stored yet.
 */
@Injectable()
export class SnapshotWriter {
  /** Of JSON: each is encoded by itself, so that one that cannot be fails alone. */
  private readonly snapshots: StatementBatcher<string, { missing: boolean }>;

  constructor(private readonly dataSource: DataSource) {
    this.snapshots = new StatementBatcher((kept) => keepSnapshots(dataSource.manager, kept));
  }

  async write(job: Job, { inventory }: Pick<JobSources, 'inventory'>): Promise<void> {
    const content = job.inventory && job.inventory.type !== 'file' ? job.inventory.content : null;
    const sha256 = content === null ? null : createHash('sha256').update(content).digest('hex');
    const { task_id, project_id } = job;
    const snapshot = snapshotOf(job, inventory, sha256);
    const { missing } = await this.snapshots.run(JSON.stringify({ task_id, project_id, snapshot, sha256 }));
    if (missing) {
      await addInventoryContent(this.dataSource.manager, project_id, { sha256, content });
    }
  }
}

function snapshotOf(job: Job, inventory: JobSources['inventory'], sha256: string | null): StoredSnapshot {
  const { repository } = job;
  const planning = job.planning && {
    workspace: job.planning.workspace,
    plan_only: job.planning.plan_only,
    checks: job.planning.checks,
    destroy: job.planning.destroy,
    auto_approve: job.planning.auto_approve,
    upgrade: job.planning.upgrade,
    reconfigure: job.planning.reconfigure,
    stages: job.planning.stages,
  };
  return {
    repository: {
      id: repository.id,
      name: repository.name,
      url: withoutCredentials(repository.url),
      branch: repository.branch,
      commit: repository.commit,
    },
    playbook: job.playbook,
    image: job.image ?? null,
    inventory: inventory && {
      id: inventory.id,
      name: inventory.name,
      type: inventory.type,
      content: sha256 === null ? inventory.inventory : null,
      sha256,
    },
    variables: job.variables,
    env: job.env,
    secret_names: [...Object.keys(job.secret_variables), ...Object.keys(job.secret_env)].sort(),
    params: planning ?? { ...job.params },
    arguments: [...job.arguments, ...job.task_arguments],
  };
}
