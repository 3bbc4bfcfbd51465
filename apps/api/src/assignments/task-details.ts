import { Inject, Injectable } from '@nestjs/common';
import type { Job } from '@switchyard/contracts';
import type { Task } from '@switchyard/database';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../config.js';
import { publicAddress } from '../http/public-address.js';
import { API_CONFIG } from '../infrastructure/tokens.js';
import type { JobSources } from './job-sources.js';

/** Most builds that are walked through to find a version: deploys of deploys of … a build. */
const MAX_CHAIN = 20;

/** Facts about a task that its playbook or script may read (the runner hands them over as variables). */
@Injectable()
export class TaskDetails {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async read({ task, template, username }: JobSources): Promise<Job['details']> {
    const incoming = await this.incomingVersion(task);
    const versioned = template.type === 'build' || template.type === 'deploy';
    return {
      id: task.id,
      username: username ?? '',
      url: this.url(task),
      ...(task.message ? { message: task.message } : {}),
      ...(versioned ? { type: template.type } : {}),
      ...(versioned && incoming ? { incoming_version: incoming } : {}),
      ...(template.type === 'build' ? { target_version: task.version } : {}),
    };
  }

  private async incomingVersion({ buildTaskId }: Task): Promise<string | null> {
    if (buildTaskId === null) {
      return null;
    }
    const [found] = await this.dataSource.query<{ version: string | null }[]>(incomingQuery, [buildTaskId]);
    return found?.version ?? null;
  }

  private url({ projectId, id }: Task): string | null {
    const host = publicAddress(this.config);
    return host ? `${host}/project/${projectId}/history?t=${id}` : null;
  }
}

/** The incoming version is that of the nearest build behind a chain of deploys. */
const incomingQuery = `
  with recursive chain as (
    select t.id, t.build_task_id, t.version, template.type, 1 as depth
      from task t join template on template.id = t.template_id where t.id = $1::int
    union all
    select t.id, t.build_task_id, t.version, template.type, depth + 1
      from chain join task t on t.id = chain.build_task_id join template on template.id = t.template_id
     where chain.type <> 'build' and depth < ${MAX_CHAIN})
  select version from chain where type = 'build' order by depth limit 1`;
