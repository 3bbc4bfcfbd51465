/** Limits of one piece of work, whatever the shape of its input. */
export interface WorkLimits {
  /** Steps; one is about what it takes to look at one character, some nanoseconds. */
  steps: number;
  /** Characters of what the work makes and holds. */
  kept: number;
}

/** The work would take more than it may. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** Counts what a piece of work takes. Work asks before it does a part of it, or right after where only the result has a size. */
export class WorkBudget {
  private steps = 0;
  private kept = 0;

  /** @param isLast there is no place where the work may take more */
  constructor(
    private readonly limits: WorkLimits,
    readonly isLast = true,
  ) {}

  /** Amount taken so far. */
  get taken(): WorkLimits {
    return { steps: this.steps, kept: this.kept };
  }

  /** @throws BudgetSpent */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > this.limits.steps) {
      throw new BudgetSpent();
    }
  }

  /** Asks before work of many parts, each of which spends its own. @throws BudgetSpent when all of them would be too many */
  require(steps: number): void {
    if (this.steps + steps > this.limits.steps) {
      throw new BudgetSpent();
    }
  }

  /** @throws BudgetSpent */
  keep(characters: number): void {
    this.kept += characters;
    if (this.kept > this.limits.kept) {
      throw new BudgetSpent();
    }
  }
}
