import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { TaskInput } from '@switchyard/contracts';
import type { KnownLaunch, LaunchKey } from '@switchyard/engine';
import { SecretBox } from '@switchyard/server';
import type { Caller } from '../auth/access/caller.js';
import { refusal } from '../platform/http/refusals.js';

/** One launch as its client sees it. */
interface Launch {
  key: string;
  input: TaskInput;
}

/** Launches that carry a key: one task each, for the same person, project and body. */
@Injectable()
export class LaunchKeys {
  constructor(private readonly secretBox: SecretBox) {}

  /** The key of a launch as the engine knows it. */
  of({ userId }: Caller, projectId: number, { key, input }: Launch): LaunchKey {
    const fingerprint = this.secretBox.seal(hashOf(input), contextOf(projectId));
    return { projectId, userId, key, fingerprint };
  }

  /**
   * The task that was started under the key.
   * @throws 422 when another body came with it
   */
  taskOf({ taskId, fingerprint }: KnownLaunch, projectId: number, input: TaskInput): number {
    if (this.secretBox.openText(fingerprint, contextOf(projectId)) !== hashOf(input)) {
      throw refusal(422, 'idempotency_key_used');
    }
    return taskId;
  }
}

/** The hash is stored sealed: the body may hold secrets that are short enough to be guessed. */
const hashOf = (input: TaskInput): string => createHash('sha256').update(JSON.stringify(input)).digest('base64');
const contextOf = (projectId: number): string => `launch_key:${projectId}`;
