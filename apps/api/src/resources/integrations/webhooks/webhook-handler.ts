import { Inject, Injectable } from '@nestjs/common';
import { MAX_KEPT_ISSUES, type Problem, provesSender } from '@switchyard/contracts';
import {
  type Engine,
  integrationSecret,
  launchIssues,
  LaunchRefusedError,
  launchTask,
  noteHead,
  reportAwaitedCommit,
  stopOlderTasks,
} from '@switchyard/engine';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { type Arrival, DeliveryLog, type Outcome } from './delivery-log.js';
import type { JudgedWebhook } from '../reading/judge-webhook.js';
import { launchInput } from '../reading/launch-input.js';
import type { PullDelivery } from '../reading/pull-delivery.js';
import { type PullLaunch, pullVerdict } from '../reading/pull-verdict.js';
import type { Reading } from '../reading/reading.js';
import { ReviewCommands } from './review-commands.js';
import type { Receiver } from './webhook-directory.js';

const NOTHING: Omit<Outcome, 'result'> = { taskId: null, issues: [], ignored: [], problem: null, pullRequest: null };

/** Outcome of a webhook, and the id of its entry in the log; `null` = it has none. */
export interface HandledWebhook extends Outcome {
  deliveryId: string | null;
  /** Why it failed. */
  error?: unknown;
}

/** Result of a webhook at an integration, and facts common to all of them. */
type Judged = Reading & Pick<JudgedWebhook, 'idle' | 'commit' | 'pull' | 'comment'>;

/** Whether the matchers let a webhook start the integration. At its own address none are needed. */
const isWanted = ({ row, matchers }: Receiver, { searched }: Arrival, { matches }: Reading): boolean =>
  matches || (!searched && (matchers.length === 0 || row.ignoresMatchers));

/** Handles a webhook at one integration whose sender is known: matches it, starts its task, logs what became of it. */
@Injectable()
export class WebhookHandler {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly log: DeliveryLog,
    private readonly commands: ReviewCommands,
  ) {}

  async handle(receiver: Receiver, arrival: Arrival, reading: Judged): Promise<HandledWebhook> {
    const { error, ...outcome } = await this.outcomeOf(receiver, arrival, reading);
    const row = await this.log.add(receiver, arrival, outcome, reading);
    if (row && reading.pull && outcome.result === 'awaiting_approval') {
      const { commit } = reading.pull;
      await reportAwaitedCommit(this.engine, { templateId: receiver.row.templateId, commit, deliveryId: row.id });
    }
    return { ...outcome, deliveryId: row?.id ?? null, ...(error === undefined ? {} : { error }) };
  }

  private async outcomeOf(
    receiver: Receiver,
    arrival: Arrival,
    reading: Judged,
  ): Promise<Outcome & { error?: unknown }> {
    const idle = this.reasonOf(receiver, reading);
    if (idle !== null || !isWanted(receiver, arrival, reading)) {
      return { ...NOTHING, result: 'not_matched', problem: idle };
    }
    await this.noteHead(receiver, reading.pull);
    const reviewed = this.reviewOf(receiver, arrival, reading);
    if (reviewed) {
      return reviewed;
    }
    const { approved, keeper } = arrival;
    const pull = pullVerdict(receiver, reading.pull, { approved, isKept: keeper.isKept });
    if (pull && 'result' in pull) {
      return { ...NOTHING, ...pull };
    }
    const about = { ...NOTHING, pullRequest: pull?.pullRequest ?? null };
    try {
      return { ...about, ...(await this.launch(receiver, arrival, reading, pull)) };
    } catch (error) {
      const issues = launchIssues(error);
      return issues
        ? { ...about, result: 'refused', issues: issues.slice(0, MAX_KEPT_ISSUES) }
        : { ...about, result: 'failed', error };
    }
  }

  /** Why it starts nothing whatever matches. The plan that a comment names has fitted the patterns. */
  private reasonOf({ takesPulls }: Receiver, { comment, idle, unfit }: Judged): Problem | null {
    return takesPulls && comment ? null : (idle ?? unfit);
  }

  /** Applies a comment or a merge to plans; `null` = it is neither, or its template takes no such events. */
  private reviewOf(receiver: Receiver, arrival: Arrival, { comment, pull }: Judged): Promise<Outcome> | null {
    if (receiver.takesPulls && comment) {
      return this.commands.comment(receiver, arrival, comment);
    }
    return receiver.appliesOnMerge && pull?.merged ? this.commands.merge(receiver, arrival, pull, pull.merged) : null;
  }

  /** A delivery whose sender is known sets the last commit of its pull request. */
  private async noteHead({ row, takesPulls }: Receiver, pull: PullDelivery | null): Promise<void> {
    if (takesPulls && pull && provesSender(row.authMethod)) {
      const { commit, closed, changed } = pull;
      await noteHead(this.engine, { templateId: row.templateId, number: pull.pull.number, commit, closed, changed });
    }
  }

  /**
   * Launches a task. A delivery that a person repeats starts one whatever its delivery id has started; the sender's own
   * redelivery does not.
   */
  private async launch(
    { row }: Receiver,
    { named, redelivered }: Arrival,
    { extracted, commit }: Judged,
    pull: PullLaunch | null,
  ): Promise<Omit<Outcome, 'pullRequest'>> {
    const { id: integrationId, projectId } = row;
    const made = launchInput({ ...row, secret: await integrationSecret(this.engine, row) }, extracted, pull?.code);
    if ('issues' in made) {
      throw new LaunchRefusedError(made.issues);
    }
    const key = named.key === null ? null : { integrationId, webhookKey: named.key };
    const origin = { kind: 'integration', integrationId, commit, ...pull } as const;
    const launch = (once: typeof key) => launchTask(this.engine, origin, { projectId, input: made.input }, once);
    const first = await launch(key);
    const launched = 'known' in first && redelivered ? await launch(null) : first;
    if ('known' in launched) {
      return { ...NOTHING, result: 'duplicate', taskId: launched.known.taskId };
    }
    if (row.stopsOlder) {
      await stopOlderTasks(this.engine, launched.task);
    }
    return { ...NOTHING, result: 'started', taskId: launched.task.id, ignored: launched.task.ignored };
  }
}
