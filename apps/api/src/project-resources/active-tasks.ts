import { Inject, Injectable } from '@nestjs/common';
import { type Settled, settleEach, throwFailed } from '@switchyard/database';
import { NotFoundError, type StatusChange, stopTask, type Engine } from '@switchyard/engine';
import { ENGINE } from '../infrastructure/tokens.js';
import { findActiveTaskIds, type TaskScope } from './active-task.repository.js';

/** What stopping did to a task. */
export type StoppedTask = StatusChange & { taskId: number };

/** Tasks that are stopped at the same time: as many as leave connections to the database for others. */
const AT_ONCE = 5;

/** Ends what has not ended of a project or template, for example before it is deleted, so that the runners stop it too. */
@Injectable()
export class ActiveTasks {
  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  /**
   * Stops some at a time, newest first. One that cannot be stopped leaves the others alone.
   * @param stopped what else is to be done about each task that was moved
   * @throws AggregateError with what failed, when all the others are done
   */
  async stopAll(scope: TaskScope, force = true, stopped: (task: StoppedTask) => unknown = () => null): Promise<void> {
    const stopOne = async (taskId: number): Promise<void> => {
      const change = await this.stop(scope.projectId, taskId, force);
      await (change && stopped({ taskId, ...change }));
    };
    const settled: Settled<void>[] = [];
    const ids = await findActiveTaskIds(this.engine.dataSource.manager, scope);
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      settled.push(...(await settleEach(ids.slice(from, from + AT_ONCE), stopOne)));
    }
    throwFailed('stopping tasks', settled);
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
