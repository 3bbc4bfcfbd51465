import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** How long one measurement is good for, in milliseconds. */
const SAMPLE_MS = 100;
/** Share of the time that the event loop works from which on the process is busy. */
const BUSY = 0.7;

/** Whether this process has little time left, by what its event loop did a moment ago. */
export class LoopLoad {
  private sampledAt = performance.now();
  private sample: EventLoopUtilization = performance.eventLoopUtilization();
  private share = 0;

  get isBusy(): boolean {
    const now = performance.now();
    if (now - this.sampledAt >= SAMPLE_MS) {
      const present = performance.eventLoopUtilization();
      this.share = performance.eventLoopUtilization(present, this.sample).utilization;
      this.sample = present;
      this.sampledAt = now;
    }
    return this.share >= BUSY;
  }
}
