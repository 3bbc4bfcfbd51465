import type { AttemptStage } from '../attempt/attempt-context.js';

/** Each stage after the one before it; what is reported out of turn, such as the programs before the tool, counts for none. */
const ORDER: readonly AttemptStage[] = ['fetched', 'prepared', 'spawned'];

/** Measures how long the stages of one attempt take. */
export class StageClock {
  private since = performance.now();
  private passedStages = 0;

  constructor(private readonly observe: (stage: AttemptStage, seconds: number) => void) {}

  /** Restarts the clock: the wait until now is no part of the next stage. */
  restart(): void {
    this.since = performance.now();
  }

  passed(stage: AttemptStage): void {
    if (stage === ORDER[this.passedStages]) {
      this.passedStages += 1;
      this.observe(stage, (performance.now() - this.since) / 1000);
      this.restart();
    }
  }
}
