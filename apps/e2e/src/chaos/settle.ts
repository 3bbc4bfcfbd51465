import { setTimeout as pause } from 'node:timers/promises';
import { CLEAR } from './proxy/network-conditions.js';
import { list, tally } from './tally.js';
import type { World } from './world/world.js';

const STEP_MS = 300;
/** Interval of the reports of what is still open. */
const REPORT_MS = 30_000;

/**
 * Lets everything come to its end once nothing goes wrong any more: what stands still goes on, what is down starts,
 * the newest commit is launched, schedules are paused, plans that nobody decided about are rejected.
 * @param limitMs after which what has not ended is left to the checker
 * @param log called with what is still open, now and then
 * @returns milliseconds that it took
 */
export async function settle(world: World, limitMs: number, log: (line: string) => void): Promise<number> {
  const began = performance.now();
  let reported = began;
  revive(world);
  let paused = false;
  while (performance.now() - began < limitMs) {
    paused ||= (await isLaunched(world)) && (await pauseSchedules(world));
    const open = await openTasks(world);
    if (paused && open?.length === 0) {
      break;
    }
    const undecided = (open ?? []).filter(({ status }) => status === 'waiting_confirmation');
    await Promise.all(undecided.map((task) => reject(world, task)));
    if (performance.now() - reported > REPORT_MS) {
      reported = performance.now();
      log(`open: ${open ? listed(open) : 'the database does not answer'}`);
    }
    await pause(STEP_MS);
  }
  return performance.now() - began;
}

function revive({ stack, proxy, fleet }: World): void {
  proxy.conditions = CLEAR;
  for (const part of stack.parts) {
    part.signal('SIGCONT');
    if (!part.running) {
      part.start();
    }
  }
  for (const { runner, token } of fleet) {
    proxy.rejoin(token);
    runner.skewMs = 0;
    runner.resume();
    if (!runner.running) {
      runner.start();
    }
  }
}

async function isLaunched({ commits }: World): Promise<boolean> {
  await commits.checkNow();
  return commits.isUpToDate();
}

/** They would go on for ever. False when the database does not answer yet. */
function pauseSchedules({ database }: World): Promise<boolean> {
  const paused = database.query('update schedule set active = false, next_due = null where active');
  return paused.then(
    () => true,
    () => false,
  );
}

interface OpenTask {
  id: number;
  project_id: number;
  status: string;
}

/** Tasks without an end; null when the database does not answer yet. */
async function openTasks({ database }: World): Promise<OpenTask[] | null> {
  try {
    const { rows } = await database.query<OpenTask>(
      `select id, project_id, status from task
        where status not in ('success', 'error', 'stopped', 'rejected', 'canceled')`,
    );
    return rows;
  } catch {
    return null;
  }
}

async function reject({ clients: [client] }: World, { id, project_id: projectId }: OpenTask): Promise<void> {
  await client?.send('POST', `/project/${projectId}/tasks/${id}/reject`).catch(() => undefined);
}

const listed = (tasks: readonly OpenTask[]): string =>
  list(tally(tasks.map(({ project_id: project, status }) => `${status} of project ${project}`))) || 'nothing';
