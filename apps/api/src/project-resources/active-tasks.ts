import { Inject, Injectable } from '@nestjs/common';
import { FINAL_STATUSES } from '@switchyard/contracts';
import { NotFoundError, type StatusChange, stopTask, type Engine } from '@switchyard/engine';
import { ENGINE } from '../infrastructure/tokens.js';

/** Which tasks: those of a project, or of one of its templates. */
export interface TaskScope {
  projectId: number;
  templateId?: number;
}

/** What stopping did to a task. */
export type StoppedTask = StatusChange & { taskId: number };

/** Ends what has not ended of a project or template, for example before it is deleted, so that the runners hear of it. */
@Injectable()
export class ActiveTasks {
  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  /** Answers the tasks that it moved. */
  async stopAll({ projectId, templateId }: TaskScope, force = true): Promise<StoppedTask[]> {
    const tasks = await this.engine.dataSource.query<{ id: number }[]>(
      `select id from task
        where project_id = $1 and ($2::int is null or template_id = $2) and status <> all ($3) order by id desc`,
      [projectId, templateId ?? null, FINAL_STATUSES],
    );
    const stopped: StoppedTask[] = [];
    for (const { id } of tasks) {
      const change = await this.stop(projectId, id, force);
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
