import { messageOf } from '@switchyard/concurrency';
import { type NamedSecret, problem, type SealedJob } from '@switchyard/contracts';
import type { SecretMasker } from '@switchyard/masking';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { AttemptLog } from '../logs/attempt-log.js';
import type { LogShipper, ShippedLog } from '../logs/log-shipper.js';
import type { OpenLines } from '../logs/open-lines.js';
import type { RunnerLog } from '../runner-log.js';
import type { Assignment } from './assignment.js';
import type { AttemptControl } from './attempt-control.js';
import type { WorkDirectory } from './work-directory.js';

interface UploadParts {
  gateway: GatewayClient;
  shipper: LogShipper;
  openLines: OpenLines;
  work: WorkDirectory;
  log: RunnerLog;
}

/** Sends the log of one attempt from its assignment until its lease is doubted or the log is closed. */
export class LogUpload {
  /** The log will never be whole. */
  isGivenUp = false;

  constructor(
    private readonly job: SealedJob,
    private readonly state: AttemptControl,
    private readonly assignment: Assignment,
    private readonly parts: UploadParts,
  ) {}

  /** Opens the log; its lines are sent as soon as the attempt is assigned. */
  open(masker: SecretMasker, secrets: readonly NamedSecret[]): AttemptLog {
    const { gateway, shipper, openLines, work } = this.parts;
    const { attempt } = this.job;
    const log = new AttemptLog({
      dir: work.spool(attempt),
      masker,
      now: () => gateway.clock.now(),
      onLines: (canWait) => shipper.notify(canWait),
      onOpenLine: (line) => openLines.written(attempt, line),
      onFault: (error) => this.state.interrupt(problem('log_unwritable', { reason: error.message }), true),
    });
    const secretNames = secrets.map(({ name }) => name);
    this.assignment.onceMade(() => this.ship(log, secretNames));
    return log;
  }

  /** Nothing of the log is sent any more. */
  close(): void {
    this.parts.shipper.remove(this.job.attempt);
    this.parts.openLines.remove(this.job.attempt);
  }

  /** Sends the log from now on, and the lines it already has. */
  private ship(log: AttemptLog, secretNames: ShippedLog['secretNames']): void {
    const { shipper, openLines } = this.parts;
    const { attempt, lease } = this.job;
    if (this.state.doubted.aborted) {
      return;
    }
    shipper.add({
      attempt,
      lease,
      spool: log.spool,
      secretNames,
      onStale: () => this.state.doubt(),
      onRefused: (error) => this.giveUp(error),
    });
    openLines.add({ attempt, lease, openLine: () => log.openLine() });
    this.state.doubted.addEventListener('abort', () => this.close(), { once: true });
    shipper.notify(true);
  }

  /** An attempt without its whole log cannot end well. */
  private giveUp(error: unknown): void {
    const text = messageOf(error);
    this.parts.log.error('log given up', { attempt: this.job.attempt, error: text });
    this.isGivenUp = true;
    this.state.interrupt(problem('log_lost', { reason: text }), true);
  }
}
