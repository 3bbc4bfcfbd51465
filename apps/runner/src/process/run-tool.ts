import type { Place } from './place.js';
import type { Command, ProcessEnd } from './command.js';
import { askProcesses } from './end-processes.js';
import { openOutputPipe, type OutputPipe } from './output-pipe.js';
import type { ProcessGroup } from './spawn-group.js';
import { type StoppableTool, stopLadder, type StopSignals } from './stop-ladder.js';
import type { StopManner } from './stop-manner.js';

/** How long processes a tool has left behind may take to end. */
const LEFTOVER_GRACE_MS = 1_000;
/** How long the output is waited for when a process that cannot be killed holds the pipe. */
const DRAIN_TIMEOUT_MS = 2_000;

/** Options of a tool's run. */
export interface ToolRun extends StopSignals {
  place: Place;
  /** Named pipe that the place has made. */
  outputPath: string;
  /** Receives stdout and stderr in order of arrival. */
  onOutput(bytes: Buffer): void;
  manner: StopManner;
  /** Called when its process was started. */
  onStart?: () => void;
  /** Called when it is asked to stop. */
  onAsk?: () => void;
  needsLonger?: StoppableTool['needsLonger'];
  /** Called when its grace is over and it is killed. */
  onLate?: () => void;
}

/**
 * Runs a tool to its end. When it returns no process of the attempt lives: what the tool left running is ended too.
 * @throws AttemptFailure when the tool cannot be started.
 */
export async function runTool(command: Command, run: ToolRun): Promise<ProcessEnd> {
  const pipe = openOutputPipe(run.outputPath, (bytes) => run.onOutput(bytes));
  const group = await startOn(pipe, command, run.place);
  run.onStart?.();
  const { place, manner, onAsk, needsLonger, onLate } = run;
  place.remember(group.pid, manner.childrenAfterMs === null ? manner : undefined);
  const ladder = stopLadder(run, { ...group, place, manner, onAsk, needsLonger, onLate });
  const end = await group.ended;
  ladder.release();
  await ladder.settled();
  if (!(await askProcesses(() => place.living([group.pid]), LEFTOVER_GRACE_MS))) {
    await place.kill([group.pid]);
  }
  await drain(pipe);
  return end;
}

async function startOn(pipe: OutputPipe, command: Command, place: Place): Promise<ProcessGroup> {
  try {
    return await place.start(command, ['ignore', pipe.writer, pipe.writer]);
  } catch (error) {
    pipe.destroy();
    throw error;
  } finally {
    pipe.closeWriter();
  }
}

async function drain(pipe: OutputPipe): Promise<void> {
  const drainTimer = setTimeout(() => pipe.destroy(), DRAIN_TIMEOUT_MS);
  await pipe.drained;
  clearTimeout(drainTimer);
}
