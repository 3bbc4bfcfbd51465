import { createHash } from 'node:crypto';
import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import type { AttemptContext } from '../../attempt/attempt-context.js';
import type { AttemptFiles } from '../../files/attempt-files.js';
import { packPlan, unpackPlan, type BundlePaths } from './plan-bundle.js';

/** A plan on disk that is bound to the bytes it had when it was made or fetched. */
export class PlanFile {
  private constructor(
    private readonly files: AttemptFiles,
    private readonly paths: BundlePaths,
    private readonly sha256: string,
  ) {}

  /**
   * Binds a plan that a tool has just written.
   * @throws AttemptFailure when there is none
   */
  static async made(files: AttemptFiles, paths: BundlePaths): Promise<PlanFile> {
    return new PlanFile(files, paths, await sha256Of(files, paths.plan));
  }

  /** Fetches the plan that was confirmed. */
  static async confirmed(
    files: AttemptFiles,
    context: Pick<AttemptContext, 'fetchPlan'>,
    paths: BundlePaths,
  ): Promise<PlanFile> {
    await unpackPlan(files, await context.fetchPlan(), paths);
    return PlanFile.made(files, paths);
  }

  /** Leaves it with the control plane until it is decided. */
  async store(context: Pick<AttemptContext, 'storePlan'>): Promise<void> {
    await this.requireUnchanged();
    await context.storePlan(await packPlan(this.files, this.paths));
  }

  /**
   * Nothing is applied but what was planned: another program may have written to the file meanwhile.
   * @throws AttemptFailure
   */
  async requireUnchanged(): Promise<void> {
    const now = await sha256Of(this.files, this.paths.plan).catch(() => '');
    if (now !== this.sha256) {
      throw new AttemptFailure(problem('plan_changed'));
    }
  }

  remove(): Promise<void> {
    return this.files.remove(this.paths.plan);
  }
}

/** Larger plans than these are not looked at: the control plane takes only a part of it. */
const MOST_BYTES = 256 * 1024 * 1024;

async function sha256Of(files: AttemptFiles, path: string): Promise<string> {
  const content = await files.read(path, MOST_BYTES);
  if (content === null) {
    throw new AttemptFailure(problem('plan_not_made'));
  }
  return createHash('sha256').update(content).digest('hex');
}
