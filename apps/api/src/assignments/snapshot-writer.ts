import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Job, TaskSnapshot } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import type { JobSources } from './job-sources.js';

/** Members of a snapshot that are stored as they are; the others come from columns when it is read. */
export type StoredSnapshot = Omit<TaskSnapshot, 'runner' | 'command' | 'tool_version'>;

/** Keeps what a task runs with, without its secrets. The text of an inventory is stored once, however many tasks use it. */
@Injectable()
export class SnapshotWriter {
  constructor(private readonly dataSource: DataSource) {}

  async write(job: Job, { inventory }: Pick<JobSources, 'inventory'>): Promise<void> {
    const content = job.inventory && job.inventory.type !== 'file' ? job.inventory.content : null;
    const sha256 = content === null ? null : createHash('sha256').update(content).digest('hex');
    const snapshot = snapshotOf(job, inventory, sha256);
    await this.dataSource.query(
      `with kept as (
         insert into inventory_content (project_id, sha256, content)
           select $2::int, $4::text, $5::text where $4::text is not null on conflict do nothing)
       insert into task_snapshot (task_id, project_id, snapshot, inventory_sha256) values ($1, $2, $3, $4)
         on conflict (task_id) do update set snapshot = excluded.snapshot, inventory_sha256 = excluded.inventory_sha256`,
      [job.task_id, job.project_id, JSON.stringify(snapshot), sha256, content],
    );
  }
}

function snapshotOf(job: Job, inventory: JobSources['inventory'], sha256: string | null): StoredSnapshot {
  const { repository } = job;
  const planning = job.planning && {
    workspace: job.planning.workspace,
    plan_only: job.planning.plan_only,
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
      url: withoutPassword(repository.url),
      branch: repository.branch,
      commit: repository.commit,
    },
    playbook: job.playbook,
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

/** A git address without a password written into it. */
function withoutPassword(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#@:]*):[^/?#@]*@/i, '$1@');
}
