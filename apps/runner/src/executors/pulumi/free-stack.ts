import type { TaskLog } from '../../logs/task-log.js';
import { captureOutput } from '../../process/capture-output.js';
import type { Command } from '../../process/command.js';
import type { Place } from '../../process/place.js';

/** Pulumi prints it once an update has the lock of its stack. */
const HAS_LOCK = /\b(Updating|Destroying) \(/;
/** Most characters of an output in which that is the first line; a longer one is of an update that has the lock. */
const BEGINNING = 4_096;
/** How long it may take, in milliseconds: an attempt that is to end at once has two seconds. */
const PATIENCE_MS = 1_500;

/**
 * Frees a stack from the lock of an update that was killed, because Pulumi would refuse every later one. Nothing is freed where the
 * update had no lock: the one that is there would be somebody else's.
 * @param cancel the command that frees the stack from all locks
 * @param tail end of the output of the update
 */
export async function freeStack(
  { log, place }: { log: TaskLog; place: Place },
  cancel: Command,
  tail: string,
): Promise<void> {
  if (tail.length < BEGINNING && !HAS_LOCK.test(tail)) {
    return;
  }
  const late = new AbortController();
  const timer = setTimeout(() => late.abort('kill'), PATIENCE_MS);
  const end = await captureOutput(cancel, { place, stop: late.signal }).catch(() => null);
  clearTimeout(timer);
  log.system(
    end?.exitCode === 0
      ? 'The stack is free again. What the update was creating may be missing from its state: look for it, then run `pulumi refresh`'
      : 'The stack may still be locked: run `pulumi cancel` with the same backend once nothing uses it',
  );
}
