import { type Problem, problem } from '@switchyard/contracts';
import type { WorkBudget } from '../../../platform/workers/work-budget.js';
import { fits, parseGlob } from './glob.js';
import { changedPaths, pushedBranch } from './push-facts.js';

/** Patterns that a push must fit; an empty list takes every push. */
export interface PushRules {
  branches: readonly string[];
  paths: readonly string[];
  /** Pull requests count, by the branch of their target. */
  takesPulls: boolean;
}

/** Most characters of a branch that are shown. */
const SHOWN = 200;

/** Judges one webhook by the branches and paths of integrations; both are read once. */
export class PushFilter {
  private readonly branch: string | null;
  private paths: ReadonlySet<string> | null | undefined;

  /** @param target branch that a pull request is to be merged into; `null` = it is none */
  constructor(
    private readonly document: unknown,
    private readonly target: string | null,
    private readonly budget: WorkBudget,
  ) {
    this.branch = pushedBranch(document);
  }

  /** Why a webhook starts nothing by these rules; `null` = it may. Files that are not known start it. @throws BudgetSpent */
  fault({ branches, paths, takesPulls }: PushRules): Problem | null {
    const isPull = takesPulls && this.target !== null;
    const branch = isPull ? this.target : this.branch;
    if (branches.length > 0 && (branch === null || !this.fitsSome(branches, [branch]))) {
      return branch === null
        ? problem('webhook_no_branch')
        : problem('webhook_branch', { branch: branch.slice(0, SHOWN) });
    }
    if (paths.length === 0 || isPull) {
      return null;
    }
    this.paths ??= changedPaths(this.document, this.budget);
    const changed = this.paths;
    return changed === null || this.fitsSome(paths, changed) ? null : problem('webhook_paths', { count: changed.size });
  }

  private fitsSome(patterns: readonly string[], texts: Iterable<string>): boolean {
    const globs = patterns.map(parseGlob);
    for (const text of texts) {
      if (globs.some((glob) => fits(glob, text, this.budget))) {
        return true;
      }
    }
    return false;
  }
}
