import { Inject, Injectable } from '@nestjs/common';
import { type Settled, settleEach, throwFailed } from '@switchyard/database';
import { type Engine, type StatusChange, stopIfThere, type StopRequest } from '@switchyard/engine';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import { findActiveTaskIds, type TaskScope } from './active-task-ids.repository.js';

/** Result of stopping a task. */
export type StoppedTask = StatusChange & { taskId: number };

/** Who stops tasks, and whether they are over at once. */
type StopBy = Required<Pick<StopRequest, 'userId' | 'force'>>;

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
  async stopAll(scope: TaskScope, by: StopBy, stopped: (task: StoppedTask) => unknown = () => null): Promise<void> {
    const stopOne = async (taskId: number): Promise<void> => {
      const change = await stopIfThere(this.engine, { ...by, projectId: scope.projectId, taskId });
      await (change && stopped({ taskId, ...change }));
    };
    const settled: Settled<void>[] = [];
    const ids = await findActiveTaskIds(this.engine.dataSource.manager, scope);
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      settled.push(...(await settleEach(ids.slice(from, from + AT_ONCE), stopOne)));
    }
    throwFailed('stopping tasks', settled);
  }
}
