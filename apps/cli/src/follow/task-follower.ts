import { isFinal, type LogBatch, type LogLines, RealtimeEvent, type TaskStatus } from '@switchyard/contracts';
import type { TaskUpdate, TaskWithTemplate } from '@switchyard/contracts';
import type { Socket } from 'socket.io-client';
import type { ApiClient } from '../client/api-client.js';
import { CommandError, EXIT } from '../exit-codes.js';
import { LogCursor, type LogLine, type LogRun } from './log-cursor.js';
import { openLink } from './live-link.js';

/** Lines of one request. */
const PAGE = 5_000;
/** Pause before what a server that is away was asked for is asked again, in milliseconds. */
const RETRY_MS = 1_000;

/** Where a follower writes to. */
export interface FollowerView {
  lines: (lines: readonly LogLine[]) => void;
  /** A later attempt of the task begins its own log. */
  restarted: () => void;
  status: (status: TaskStatus) => void;
  /** `true` = the connection was lost, `false` = it is back. */
  lost: (isLost: boolean) => void;
}

/**
 * Follows a task to its end: each line of its log once and in order, whatever happens to the connection. Missing lines
 * are read over REST, new ones come over the live connection.
 */
export class TaskFollower {
  private readonly cursor: LogCursor;
  private socket: Socket | undefined;
  private reading: Promise<void> | undefined;
  private readAgain = false;
  private isLost = false;
  private isClosed = false;
  private retry: NodeJS.Timeout | undefined;
  private settle: { resolve: (task: TaskWithTemplate) => void; reject: (error: unknown) => void } | undefined;

  constructor(
    private readonly client: ApiClient,
    private readonly task: { projectId: number; taskId: number },
    private readonly view: FollowerView,
    from = 0,
  ) {
    this.cursor = new LogCursor(from);
  }

  /** @returns the task when it has ended @throws CommandError when it may not be seen any more */
  async end(): Promise<TaskWithTemplate> {
    try {
      return await new Promise((resolve, reject) => {
        this.settle = { resolve, reject };
        this.connect().catch(reject);
      });
    } finally {
      this.close();
    }
  }

  /** Leaves the task. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.socket?.close();
  }

  private async connect(): Promise<void> {
    this.socket = await openLink(this.client, {
      connected: () => this.connected(),
      lost: () => this.lost(),
      log: (batch) => this.received(batch as LogBatch),
      task: (update) => this.updated(update as TaskUpdate),
      behind: () => this.read(),
      gone: () => this.read(),
    });
  }

  private connected(): void {
    if (this.isLost) {
      this.isLost = false;
      this.view.lost(false);
    }
    this.socket?.emit(RealtimeEvent.watchProject, { project_id: this.task.projectId });
    this.read();
  }

  /** The first loss is reported; whether the server refuses rather than is away shows the next read. */
  private lost(): void {
    if (this.isClosed) {
      return;
    }
    if (!this.isLost) {
      this.isLost = true;
      this.view.lost(true);
    }
    this.read();
  }

  private received(batch: LogBatch): void {
    if (batch.task_id === this.task.taskId && this.reading === undefined && !this.take(batch)) {
      this.read();
    }
  }

  private updated({ task_id: id, status }: TaskUpdate): void {
    if (id === this.task.taskId) {
      this.view.status(status);
      if (isFinal(status)) {
        this.read();
      }
    }
  }

  /** @returns false = lines before these are missing */
  private take(run: LogRun): boolean {
    const { lines, gap, restarted } = this.cursor.take(run);
    if (restarted) {
      this.view.restarted();
    }
    if (lines.length > 0) {
      this.view.lines(lines);
    }
    return !gap;
  }

  /** Reads what is missing, one read at a time. */
  private read(): void {
    if (this.isClosed) {
      return;
    }
    if (this.reading) {
      this.readAgain = true;
      return;
    }
    this.reading = this.readOnce()
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        this.reading = undefined;
        if (this.readAgain) {
          this.readAgain = false;
          this.read();
        }
      });
  }

  private async readOnce(): Promise<void> {
    const { projectId, taskId } = this.task;
    const path = `/api/project/${projectId}/tasks/${taskId}`;
    const task = await this.client.get<TaskWithTemplate>(path);
    while (await this.readPage(`${path}/lines`)) {
      /* each turn takes one page */
    }
    if (isFinal(task.status)) {
      this.settle?.resolve(task);
      return;
    }
    this.view.status(task.status);
    this.socket?.emit(RealtimeEvent.watchTask, { project_id: projectId, task_id: taskId, next: this.cursor.next });
  }

  /** @returns whether more lines are stored */
  private async readPage(path: string): Promise<boolean> {
    const page = await this.client.get<LogLines>(path, { after: this.cursor.next, limit: PAGE });
    const before = this.cursor.next;
    this.take(page);
    return this.cursor.next < page.total && this.cursor.next > before;
  }

  private failed(error: unknown): void {
    if (error instanceof CommandError && error.code === EXIT.unavailable) {
      this.retry = setTimeout(() => this.read(), RETRY_MS);
      return;
    }
    this.settle?.reject(error);
  }
}
