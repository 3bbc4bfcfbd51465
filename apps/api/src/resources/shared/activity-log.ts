import { Injectable } from '@nestjs/common';
import { type Activity as ActivityText, type ActivityObject, activitySentence } from '@switchyard/contracts';
import type { EntityManager, ObjectLiteral } from 'typeorm';
import { insertEvent } from '../../auth/audit/audit.repository.js';
import { AuditTrail, type AuditChange } from '../../auth/audit/audit-trail.js';

export interface Activity {
  projectId: number;
  objectType: ActivityObject;
  objectId: number;
  /** Text of the activity; never holds a secret. */
  activity: ActivityText;
}

/** Who did it; `null` = nobody: it came with a sign-in. */
interface Actor {
  userId: number | null;
}

/** The row before and after. */
export type ActivityChange<E extends ObjectLiteral> = Pick<AuditChange<E>, 'entity' | 'before' | 'after'>;

/** Writes the activity log of a project, and the audit record that goes with each entry. */
@Injectable()
export class ActivityLog {
  constructor(private readonly audit: AuditTrail) {}

  /** @param manager of the transaction that makes the change, so that both happen or neither */
  async record<E extends ObjectLiteral>(
    manager: EntityManager,
    actor: Actor,
    activity: Activity,
    change: ActivityChange<E>,
  ): Promise<void> {
    const description = activitySentence(activity.activity);
    await insertEvent(manager, { ...activity, activity: { ...activity.activity }, description, userId: actor.userId });
    const { projectId, objectType, objectId } = activity;
    await this.audit.record(manager, { projectId, objectType, objectId, ...change });
  }

  /** As `record`, for several rows that one deed changes: one entry, at the first of them, and an audit record of each. */
  async recordAll<E extends ObjectLiteral>(
    manager: EntityManager,
    actor: Actor,
    activity: Omit<Activity, 'objectId'>,
    changes: readonly (ActivityChange<E> & Pick<Activity, 'objectId'>)[],
  ): Promise<void> {
    const [first, ...others] = changes;
    if (first) {
      await this.record(manager, actor, { ...activity, objectId: first.objectId }, first);
    }
    const { projectId, objectType } = activity;
    for (const change of others) {
      await this.audit.record(manager, { projectId, objectType, ...change });
    }
  }
}
