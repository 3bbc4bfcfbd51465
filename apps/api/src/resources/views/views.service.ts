import { Injectable } from '@nestjs/common';
import {
  activity,
  own,
  type Template,
  type View as WireView,
  type ViewInput,
  type ViewPositions,
} from '@switchyard/contracts';
import { View } from '@switchyard/database';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { ActivityLog } from '../shared/activity-log.js';
import { ResourceService } from '../shared/resource.service.js';
import { ResourceStores } from '../shared/resource-store.js';
import type { TemplateListQuery } from '../../definitions/template.js';
import { viewResource } from '../../definitions/view.js';
import { TemplateReader } from '../templates/template-reader.js';
import { lockViews, writePositions } from './view-positions.repository.js';

/** Tabs of the template list. */
@Injectable()
export class ViewsService extends ResourceService<View, ViewInput, WireView, typeof viewResource.query> {
  constructor(
    stores: ResourceStores,
    private readonly templateReader: TemplateReader,
    private readonly activity: ActivityLog,
    private readonly dataSource: DataSource,
  ) {
    super(stores, viewResource);
  }

  async templates(projectId: number, id: number, query: TemplateListQuery): Promise<Template[]> {
    await this.store.row(projectId, id);
    return this.templateReader.list(projectId, query, { viewId: id });
  }

  /** One entry in the activity log, and an audit record of each view that has moved. */
  async order(caller: Caller, projectId: number, positions: ViewPositions): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const views = await lockViews(manager, projectId, Object.keys(positions).filter(isId).map(Number));
      const moved = views.flatMap((before) => {
        const position = own(positions, String(before.id)) ?? before.position;
        return position === before.position ? [] : [{ before, after: { ...before, position } }];
      });
      await writePositions(
        manager,
        moved.map(({ after }) => after),
      );
      const changes = moved.map((change) => ({ entity: View, objectId: change.before.id, ...change }));
      await this.activity.recordAll(
        manager,
        caller,
        { projectId, objectType: 'view', activity: activity('views_reordered', {}) },
        changes,
      );
    });
  }
}

/** Whether a text is the id of a row. */
const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647;
