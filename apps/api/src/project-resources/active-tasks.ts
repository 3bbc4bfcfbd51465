import { Inject, Injectable } from '@nestjs/common';
import { FINAL_STATUSES } from '@switchyard/contracts';
import { NotFoundError, stopTask, type Engine } from '@switchyard/engine';
import { ENGINE } from '../infrastructure/tokens.js';

/** Which tasks: those of a project, or of one of its templates. */
export interface TaskScope {
  projectId: number;
  templateId?: number;
}

/** Ends what runs before its project or template is deleted, so that the runners hear of it. */
@Injectable()
export class ActiveTasks {
  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  async stopAll({ projectId, templateId }: TaskScope): Promise<void> {
    const tasks = await this.engine.dataSource.query<{ id: number }[]>(
      `select id from task
        where project_id = $1 and ($2::int is null or template_id = $2) and status <> all ($3) order by id desc`,
      [projectId, templateId ?? null, FINAL_STATUSES],
    );
    for (const { id } of tasks) {
      await this.stop(projectId, id);
    }
  }

  private async stop(projectId: number, taskId: number): Promise<void> {
    try {
      await stopTask(this.engine, { projectId, taskId, force: true });
    } catch (error) {
      if (!(error instanceof NotFoundError)) {
        throw error;
      }
    }
  }
}
