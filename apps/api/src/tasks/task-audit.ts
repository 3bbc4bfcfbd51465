import { Injectable } from '@nestjs/common';
import { Task } from '@switchyard/database';
import type { StatusChange } from '@switchyard/engine';
import { AuditTrail } from '../auth/audit/audit-trail.js';

/** Records what people do to tasks, after the engine has done it. */
@Injectable()
export class TaskAudit {
  constructor(private readonly trail: AuditTrail) {}

  created(task: Task): Promise<void> {
    return this.note(task, null, task);
  }

  /** @param change null = the task was left as it was */
  async moved(projectId: number, id: number, change: StatusChange | null): Promise<void> {
    if (change) {
      await this.note({ id, projectId }, { status: change.from }, { status: change.to });
    }
  }

  removed(task: Task): Promise<void> {
    return this.note(task, task, null);
  }

  private note(
    { id, projectId }: Pick<Task, 'id' | 'projectId'>,
    before: Partial<Task> | null,
    after: Partial<Task> | null,
  ): Promise<void> {
    return this.trail.note({ entity: Task, objectType: 'task', objectId: id, projectId, before, after });
  }
}
