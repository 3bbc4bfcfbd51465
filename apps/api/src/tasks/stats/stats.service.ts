import { Injectable } from '@nestjs/common';
import type { DayStats, StatsQuery } from '@switchyard/contracts';
import { Template } from '@switchyard/database';
import { DataSource } from 'typeorm';
import { findOwned } from '../../platform/database/owned-rows.repository.js';
import { findDays } from './stats.repository.js';

/** How tasks ended, by day. */
@Injectable()
export class StatsService {
  constructor(private readonly dataSource: DataSource) {}

  ofProject(projectId: number, query: StatsQuery): Promise<DayStats[]> {
    return findDays(this.dataSource.manager, projectId, 0, query);
  }

  /** @throws 404 when the project has no such template */
  async ofTemplate(projectId: number, templateId: number, query: StatsQuery): Promise<DayStats[]> {
    await findOwned(this.dataSource.manager, Template, projectId, templateId);
    return findDays(this.dataSource.manager, projectId, templateId, query);
  }
}
