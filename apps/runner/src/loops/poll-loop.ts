import { messageOf } from '@switchyard/concurrency';
import { type PollAnswer, type Problem, type RunnerSeparation, sentenceOf, sentProblem } from '@switchyard/contracts';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { BACKOFF_MS, backoffMs } from '../gateway/retryable.js';
import { retrying } from '../gateway/retrying.js';
import { type RunnerLog, retryReporter } from '../runner-log.js';
import type { WorkDirectory } from '../attempt/work-directory.js';
import type { InstalledApps } from './apps-loop.js';
import type { Listings } from '../attempt/listings.js';
import type { HeldAttempts } from './held-attempts.js';

/** An empty answer that comes faster than this was not held. */
const SHORTEST_HOLD_MS = 1_000;
/** So many of those in a row are taken for chance; after more the next poll waits. */
const MAX_SHORT_POLLS = 5;

export interface PollLoopOptions {
  gateway: GatewayClient;
  held: HeldAttempts;
  listings: Listings;
  log: RunnerLog;
  version: string;
  maxParallelTasks: number;
  /** It prepares an attempt while its slots are busy. */
  preparesAhead: boolean;
  /** Operating system and processor. */
  platform: string;
  separation: RunnerSeparation;
  apps: InstalledApps;
  work: WorkDirectory;
  /** Why the runner takes no tasks; `null` = it does. */
  pausedReason: () => Problem | null;
  /** Caches were cleared by request. */
  onCleared: () => void;
}

/** Keeps one long poll in flight, also while every slot is taken: it brings orders as well as jobs. Ends by `signal`. */
export async function pollLoop(options: PollLoopOptions, signal: AbortSignal): Promise<void> {
  const { gateway, held, listings, log } = options;
  const onFailure = retryReporter(log, 'poll');
  let short = 0;
  while (!signal.aborted) {
    const sent = performance.now();
    try {
      const answer = await retrying(() => pollOnce(options, signal), {
        connection: gateway.connection,
        signal,
        onFailure,
      });
      const taken = [held.take(answer.jobs), held.prepare(answer.ahead), listings.take(answer.listings)];
      const isEmpty = ![held.follow(answer), ...taken, await adopt(options, answer)].includes(true);
      short = isEmpty && performance.now() - sent < SHORTEST_HOLD_MS ? short + 1 : 0;
      if (short > MAX_SHORT_POLLS) {
        await gateway.connection.pause(backoffMs(short - MAX_SHORT_POLLS), signal);
      }
    } catch (error) {
      await afterRefusal(options, error, signal);
    }
  }
}

/** Carries out the requests of the control plane to the runner itself. True when there was one. */
async function adopt({ apps, work, log, onCleared }: PollLoopOptions, answer: PollAnswer): Promise<boolean> {
  const { probes, clear_cache, clear_projects } = answer;
  if (probes) {
    await apps.adopt(probes);
  }
  if (clear_cache) {
    await work.cache.clear(clear_cache);
    log.info('cache cleared');
  }
  if (clear_projects) {
    await work.cache.clearProjects(clear_projects.projects, clear_projects.request);
    log.info('caches of projects cleared', { projects: clear_projects.projects.join(' ') });
  }
  if (clear_cache ?? clear_projects) {
    onCleared();
  }
  return Boolean(probes ?? clear_cache ?? clear_projects);
}

function pollOnce(options: PollLoopOptions, signal: AbortSignal): Promise<PollAnswer> {
  const { gateway, held, apps, work, version, platform, separation, maxParallelTasks } = options;
  const { all: cleaned, projects: projects_cleaned } = work.cache.cleaned;
  const itself = {
    version,
    platform,
    separation,
    instance: work.instance,
    cleaned,
    projects_cleaned,
    ...apps.report(),
  };
  const paused = options.pausedReason();
  const willing = {
    max_parallel_tasks: maxParallelTasks,
    paused_reason: paused && sentenceOf(paused),
    paused_problem: paused && sentProblem(paused),
  };
  const room = paused ? 0 : options.listings.room;
  const ahead = options.preparesAhead ? { prepared: held.listPrepared() } : {};
  return gateway.poll(
    { held: held.list(), ...ahead, ...itself, ...willing, listings: room, reads_files: true },
    signal,
  );
}

async function afterRefusal({ gateway, log }: PollLoopOptions, error: unknown, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    log.error('poll refused', { error: messageOf(error) });
    await gateway.connection.pause(BACKOFF_MS.max, signal);
  }
}
