import { RUNNER_DEGRADED_SECONDS } from '@switchyard/contracts';
import { runnerSilent } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

type Silence = 'degraded' | 'lost';

interface SilentRunner {
  id: number;
  lost: boolean;
}

/**
 * Detects what no call brings: that a runner has been silent long enough to be degraded or lost, and that a silent one is
 * present again. One query over the silent runners, to be made every few seconds.
 */
export class PresenceWatch {
  private silent: ReadonlyMap<number, Silence> = new Map();

  constructor(private readonly engine: Engine) {}

  /** Signals the runners whose presence is not what it was at the last look; the first look signals every silent one. */
  async look(): Promise<void> {
    const found = await rows<SilentRunner>(this.engine.dataSource, silentRunners);
    const now = new Map<number, Silence>(found.map(({ id, lost }) => [id, lost ? 'lost' : 'degraded']));
    const before = this.silent;
    this.silent = now;
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter((id) => before.get(id) !== now.get(id));
    if (changed.length > 0) {
      this.engine.signals.runnersChanged(changed);
    }
  }
}

const silentRunners = `
  select id, ${runnerSilent()} as lost from runner where ${runnerSilent('runner', RUNNER_DEGRADED_SECONDS)}`;
