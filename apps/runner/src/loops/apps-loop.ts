import type { RunnerApp } from '@switchyard/contracts';
import type { ConnectionState } from '../gateway/connection-state.js';

/** How often the tools of the machine are looked at again, in milliseconds. */
const PROBE_MS = 600_000;

/** Knows the tools of this machine; one that is installed while the runner lives is found later. */
export class InstalledApps {
  private found: RunnerApp[] = [];

  constructor(private readonly probe: () => Promise<RunnerApp[]>) {}

  list = (): RunnerApp[] => this.found;

  async refresh(): Promise<void> {
    this.found = await this.probe();
  }

  /** Looks again from time to time. Ends by `signal`. */
  async watch(connection: ConnectionState, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await connection.pause(PROBE_MS, signal);
      if (!signal.aborted) {
        await this.refresh();
      }
    }
  }
}
