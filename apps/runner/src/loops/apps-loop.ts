import type { AppProbe, AppProbes, RunnerApp } from '@switchyard/contracts';
import type { ConnectionStatus } from '../gateway/connection-status.js';

/** How often the tools of the machine are looked at again, in milliseconds. */
const PROBE_MS = 600_000;

/** Knows the tools of this machine; one that is installed while the runner lives is found later. */
export class InstalledApps {
  private found: RunnerApp[] = [];
  private probes: AppProbes = { revision: '', apps: [] };
  private probesRevision = '';

  constructor(private readonly probe: (probes: readonly AppProbe[]) => Promise<RunnerApp[]>) {}

  /** Apps that were found, and the list of the control plane that they answer. */
  report = (): { apps: RunnerApp[]; probes_revision: string } => ({
    apps: this.found,
    probes_revision: this.probesRevision,
  });

  async refresh(): Promise<void> {
    const { revision, apps } = this.probes;
    this.found = await this.probe(apps);
    this.probesRevision = revision;
  }

  /** Looks for the programs of these probes from now on. */
  async adopt(probes: AppProbes): Promise<void> {
    this.probes = probes;
    await this.refresh();
  }

  /** Looks again from time to time. Ends by `signal`. */
  async watch(connection: ConnectionStatus, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await connection.pause(PROBE_MS, signal);
      if (!signal.aborted) {
        await this.refresh();
      }
    }
  }
}
