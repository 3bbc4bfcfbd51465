import type { TaskStatus, TaskWithTemplate } from '@switchyard/contracts';
import { CommandError, EXIT } from '../exit-codes.js';
import type { Invocation } from '../invocation.js';
import { LogPrinter, type LogPrinterOptions } from './log-printer.js';
import { type FollowerView, TaskFollower } from './task-follower.js';

/** Milliseconds within which a second Ctrl-C stops the task instead of leaving it. */
const SECOND_MS = 2_000;

interface Followed {
  projectId: number;
  taskId: number;
  /** 0-based number of the first line. */
  from?: number;
}

/**
 * Shows a task's log until the task has ended. Ctrl-C leaves the task, which goes on; a second one stops it.
 * @returns exit code of the command
 */
export async function follow(invocation: Invocation, followed: Followed, options: LogPrinterOptions): Promise<number> {
  const follower = new TaskFollower(
    invocation.client,
    followed,
    viewOf(invocation, followed.taskId, options),
    followed.from,
  );
  const leave = new AbortController();
  const end = listenForInterrupts(invocation, followed, leave);
  try {
    const left = new Promise<null>((resolve) => leave.signal.addEventListener('abort', () => resolve(null)));
    const task = await Promise.race([follower.end(), left]);
    if (task === null) {
      follower.close();
      return EXIT.interrupted;
    }
    return report(invocation, task);
  } finally {
    end();
  }
}

function viewOf({ terminal }: Invocation, taskId: number, options: LogPrinterOptions): FollowerView {
  const printer = new LogPrinter(terminal, options);
  const note = (text: string): void => void terminal.stderr.write(`${text}\n`);
  let shown: TaskStatus | undefined;
  return {
    lines: (lines) => printer.print(lines),
    restarted: () => note('-- The runner was lost; another attempt begins --'),
    lost: (isLost) => note(isLost ? 'Connection lost, trying again …' : 'Connected again'),
    status: (status) => {
      if (status !== shown && status === 'waiting_confirmation') {
        note(`The plan waits for a decision: "switchyard confirm ${taskId}" or "switchyard reject ${taskId}"`);
      }
      shown = status;
    },
  };
}

function listenForInterrupts(
  invocation: Invocation,
  { projectId, taskId }: Followed,
  leave: AbortController,
): () => void {
  const { stderr } = invocation.terminal;
  let timer: NodeJS.Timeout | undefined;
  const interrupted = (): void => {
    if (timer === undefined) {
      stderr.write(`Task #${taskId} goes on. Press Ctrl-C again to stop it.\n`);
      timer = setTimeout(() => leave.abort(), SECOND_MS);
      return;
    }
    clearTimeout(timer);
    stderr.write(`Stopping task #${taskId} …\n`);
    invocation.client.post(`/api/project/${projectId}/tasks/${taskId}/stop`).catch((error: unknown) => {
      stderr.write(`${String(error)}\n`);
      leave.abort();
    });
  };
  process.on('SIGINT', interrupted);
  return () => {
    clearTimeout(timer);
    process.off('SIGINT', interrupted);
  };
}

function report(
  { terminal }: Invocation,
  { id, status, end_reason: reason, exit_code: code }: TaskWithTemplate,
): number {
  if (status === 'success') {
    return EXIT.ok;
  }
  terminal.stderr.write(`Task #${id}: ${reason ? `${status}: ${reason}` : status}\n`);
  return status === 'error' ? code || EXIT.failed : EXIT.interrupted;
}

/** @throws CommandError when the text is no regular expression */
export function expressionOf(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (error) {
    throw new CommandError((error as Error).message, EXIT.usage);
  }
}
