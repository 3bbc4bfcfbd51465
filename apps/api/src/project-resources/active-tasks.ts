import { Inject, Injectable } from '@nestjs/common';
import { NotFoundError, type StatusChange, stopTask, type Engine } from '@switchyard/engine';
import { ENGINE } from '../infrastructure/tokens.js';
import { findActiveTaskIds, type TaskScope } from './active-task.repository.js';

/** What stopping did to a task. */
export type StoppedTask = StatusChange & { taskId: number };

/** Ends what has not ended of a project or template, for example before it is deleted, so that the runners hear of it. */
@Injectable()
export class ActiveTasks {
  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  /** Answers the tasks that it moved. */
  async stopAll(scope: TaskScope, force = true): Promise<StoppedTask[]> {
    const ids = await findActiveTaskIds(this.engine.dataSource.manager, scope);
    const stopped: StoppedTask[] = [];
    for (const id of ids) {
      const change = await this.stop(scope.projectId, id, force);
      stopped.push(...(change ? [{ taskId: id, ...change }] : []));
    }
    return stopped;
  }

  private async stop(projectId: number, taskId: number, force: boolean): Promise<StatusChange | null> {
    try {
      return await stopTask(this.engine, { projectId, taskId, force });
    } catch (error) {
      if (!(error instanceof NotFoundError)) {
        throw error;
      }
      return null;
    }
  }
}
