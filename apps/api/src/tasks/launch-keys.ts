import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { TaskInput } from '@switchyard/contracts';
import type { Task } from '@switchyard/database';
import {
  createTaskOnce,
  type Engine,
  findLaunch,
  type KnownLaunch,
  type NewTask,
  type TaskOrigin,
} from '@switchyard/engine';
import { SecretBox, UserError } from '@switchyard/server';
import type { Caller } from '../auth/access/caller.js';
import { ENGINE } from '../infrastructure/tokens.js';

/** One launch as its client sees it. */
interface Launch {
  key: string;
  input: TaskInput;
}

/** Launches that carry a key: one task each, for the same person, project and body. */
@Injectable()
export class LaunchKeys {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly secretBox: SecretBox,
  ) {}

  /**
   * The task that was started under the key, or null.
   * @throws 422 when another body came with it
   */
  async find({ userId }: Caller, projectId: number, key: string, input: TaskInput): Promise<number | null> {
    const known = await findLaunch(this.engine, { projectId, userId, key });
    return known ? this.taskOf(known, projectId, input) : null;
  }

  /**
   * The new task, or the id of one that a launch at the same time has started under the key.
   * @throws 422 when that had another body
   */
  async create({ userId }: Caller, task: NewTask, origin: TaskOrigin, { key, input }: Launch): Promise<Task | number> {
    const { projectId } = task;
    const fingerprint = this.secretBox.seal(hashOf(input), contextOf(projectId));
    const result = await createTaskOnce(this.engine, task, origin, { projectId, userId, key, fingerprint });
    return 'task' in result ? result.task : this.taskOf(result.known, projectId, input);
  }

  private taskOf({ taskId, fingerprint }: KnownLaunch, projectId: number, input: TaskInput): number {
    if (this.secretBox.openText(fingerprint, contextOf(projectId)) !== hashOf(input)) {
      throw new UserError(422, 'Idempotency-Key: was used for another launch');
    }
    return taskId;
  }
}

/** The hash is stored sealed: the body may hold secrets that are short enough to be guessed. */
const hashOf = (input: TaskInput): string => createHash('sha256').update(JSON.stringify(input)).digest('base64');
const contextOf = (projectId: number): string => `launch_key:${projectId}`;
