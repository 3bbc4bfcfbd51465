import { sentenceOf } from '@switchyard/contracts';
import { AttemptFailure, AttemptStopped, throwIfStopped } from '../attempt-failure.js';
import type { Workspace } from '../attempt/workspace.js';
import type { Command, ProcessEnd } from '../process/command.js';
import { runTool } from '../process/run-tool.js';
import { askedToStop, killedLate, type StepKind, stopManner } from '../process/stop-manner.js';
import type { AttemptContext } from '../attempt/attempt-context.js';
import { OutputTail } from './output-tail.js';
import { toolEnd } from './process-end.js';

/** End of a tool, and the end of what it wrote, without colours. */
export interface LoggedRun {
  end: ProcessEnd;
  tail: string;
}

/** Options that differ from the usual. */
export interface LoggedRunOptions {
  /** Kind of its step, which decides how long it has when it is stopped. */
  step?: StepKind;
  /** Whether the tool must not be killed yet although its grace is over; asked again and again. */
  needsLonger?: () => Promise<boolean>;
  /** Called with the end of its output once it was killed, before the attempt ends for it. */
  onKilled?: (tail: string) => Promise<void>;
  /** Meaning of an exit code that is no failure, after the name of the tool. */
  meanings?: Readonly<Record<number, string>>;
}

/**
 * Runs a tool with its output in the task's log.
 * @throws AttemptFailure when it cannot be started, AttemptStopped when the attempt was stopped before or meanwhile.
 */
export async function runLogged(
  { context, workspace }: { context: AttemptContext; workspace: Workspace },
  command: Command,
  { step = 'other', needsLonger, onKilled, meanings = {} }: LoggedRunOptions = {},
): Promise<LoggedRun> {
  throwIfStopped(context.stop);
  const tail = new OutputTail();
  const manner = stopManner(context.job, step);
  const end = await runTool(command, {
    place: workspace.place,
    outputPath: await workspace.output,
    stop: context.stop,
    kill: context.kill,
    manner,
    onStart: () => context.passed?.('spawned'),
    onAsk: () => context.log.system(askedToStop(command.file, manner)),
    needsLonger,
    onLate: () => context.log.system(killedLate(command.file, step)),
    onOutput: (bytes) => {
      tail.add(bytes);
      context.log.write(bytes);
    },
  });
  const fault = context.stop.aborted ? null : workspace.place.fault?.();
  if (fault) {
    throw new AttemptFailure(fault);
  }
  const meaning = meanings[end.exitCode ?? -1];
  context.log.system(meaning ? `${command.file} ${meaning}` : sentenceOf(toolEnd(command.file, end)));
  if (end.signal === 'SIGKILL') {
    await onKilled?.(tail.text());
  }
  if (context.stop.aborted) {
    throw new AttemptStopped(end);
  }
  return { end, tail: tail.text() };
}
