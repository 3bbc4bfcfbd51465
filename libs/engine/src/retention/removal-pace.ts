/** Result of one statement. */
interface Step {
  /** Milliseconds. */
  took: number;
  /** Rows that it removed. */
  removed: number;
  /** Stands for the last task that was made, of any project. */
  newestTask: string;
}

/** How fast a project is removed. */
interface Speed {
  /** How long a statement should take, in milliseconds: launches of that moment wait so long for a processor or the disk. */
  statementMs: number;
  /** Rest after a statement, as a multiple of what it took. */
  rest: number;
}

const AT_REST: Speed = { statementMs: 25, rest: 0.1 };
const BESIDE_LAUNCHES: Speed = { statementMs: 10, rest: 4 };

/** So long after a launch the next one is expected, in milliseconds. */
const LAUNCHES_MS = 1_500;
/** Rows of one statement. */
const [FEWEST, MOST] = [25, 2_000];
/** Most that one statement is larger or smaller than the one before. */
const [SMALLER, LARGER] = [0.25, 2];

/**
 * How many rows a statement removes, and the rest after it: as fast as one connection can while nobody launches, and a small
 * share of that beside launches. The number of rows follows from what the statement before has taken.
 */
export class RemovalPace {
  /** Rows of the next statement. */
  rows = FEWEST;
  private newestTask: string | null = null;
  private launchesUntil = 0;

  /** Answers the rest before the next statement, in milliseconds. @param now of a clock that never goes back */
  after({ took, removed, newestTask }: Step, now: number): number {
    if (this.newestTask !== null && this.newestTask !== newestTask) {
      this.launchesUntil = now + LAUNCHES_MS;
    }
    this.newestTask = newestTask;
    const { statementMs, rest } = now < this.launchesUntil ? BESIDE_LAUNCHES : AT_REST;
    const factor = statementMs / Math.max(took, 1);
    // A statement that found less than it wanted proves nothing about more.
    const most = removed < this.rows ? 1 : LARGER;
    const rows = Math.round(this.rows * Math.min(Math.max(factor, SMALLER), most));
    this.rows = Math.min(Math.max(rows, FEWEST), MOST);
    return took * rest;
  }
}
