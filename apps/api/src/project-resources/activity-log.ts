import { Injectable } from '@nestjs/common';
import { Event } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../auth/caller.js';

/** Kinds of objects in the activity log (rest contract 1.7). */
export type ActivityObject = 'project' | 'key' | 'repository' | 'inventory' | 'environment' | 'template' | 'user';

export interface Activity {
  projectId: number;
  objectType: ActivityObject;
  objectId: number;
  /** One line for people; never holds a secret. */
  description: string;
}

/** Writes the activity log. */
@Injectable()
export class ActivityLog {
  /** @param manager of the transaction that makes the change, so that both happen or neither */
  async record(manager: EntityManager, caller: Caller, activity: Activity): Promise<void> {
    await manager.insert(Event, { ...activity, userId: caller.userId });
  }
}
