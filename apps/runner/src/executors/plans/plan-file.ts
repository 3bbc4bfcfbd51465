import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import type { AttemptContext } from '../../attempt/attempt-context.js';
import { packPlan, unpackPlan, type BundlePaths } from './plan-bundle.js';

/** A plan on disk that is bound to the bytes it had when it was made or fetched. */
export class PlanFile {
  private constructor(
    private readonly paths: BundlePaths,
    private readonly sha256: string,
  ) {}

  /** Binds a plan that a tool has just written. */
  static async made(paths: BundlePaths): Promise<PlanFile> {
    return new PlanFile(paths, await sha256Of(paths.plan));
  }

  /** Fetches the plan that was confirmed. */
  static async confirmed(context: Pick<AttemptContext, 'fetchPlan'>, paths: BundlePaths): Promise<PlanFile> {
    await unpackPlan(await context.fetchPlan(), paths);
    return PlanFile.made(paths);
  }

  /** Leaves it with the control plane until it is decided. */
  async store(context: Pick<AttemptContext, 'storePlan'>): Promise<void> {
    await this.requireUnchanged();
    await context.storePlan(await packPlan(this.paths));
  }

  /**
   * Nothing is applied but what was planned: another program may have written to the file meanwhile.
   * @throws AttemptFailure
   */
  async requireUnchanged(): Promise<void> {
    const now = await sha256Of(this.paths.plan).catch(() => '');
    if (now !== this.sha256) {
      throw new AttemptFailure(problem('plan_changed'));
    }
  }

  remove(): Promise<void> {
    return rm(this.paths.plan, { force: true });
  }
}

const sha256Of = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
