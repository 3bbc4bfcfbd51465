import { Inject, Injectable } from '@nestjs/common';
import type { Job } from '@switchyard/contracts';
import type { Task } from '@switchyard/database';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../../platform/config.js';
import { publicAddress } from '../../platform/http/public-address.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { findIncomingVersion } from './job-rows.repository.js';
import type { JobSources } from './job-sources.js';

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
    return buildTaskId === null ? null : findIncomingVersion(this.dataSource.manager, buildTaskId);
  }

  private url({ projectId, id }: Task): string | null {
    const host = publicAddress(this.config);
    return host ? `${host}/project/${projectId}/history?t=${id}` : null;
  }
}
