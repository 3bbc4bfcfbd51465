import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Ignored,
  type Issue,
  type Problem,
  type PullRequest,
  sentProblem,
  type WebhookResult,
} from '@switchyard/contracts';
import { type IntegrationDelivery, StatementBatcher } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { type Logger, SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { TokenBuckets } from '../../../auth/throttle/token-bucket.js';
import { ENGINE, LOGGER } from '../../../platform/infrastructure/tokens.js';
import { ApiMetrics } from '../../../platform/metrics/api-metrics.js';
import { NOTHING_READ, type Reading } from '../reading/reading.js';
import { sentIssues, shownReading } from '../reading/shown-reading.js';
import { insertDeliveries } from './delivery.repository.js';
import type { NamedDelivery } from '../reading/delivery-facts.js';
import type { Receiver } from './webhook-directory.js';
import type { RequestKeeper } from './kept-request.js';

/** How a webhook came. */
export interface Arrival {
  sender: string;
  /** By their names in lower case. */
  headers: ReadonlyMap<string, string>;
  named: NamedDelivery;
  keeper: RequestKeeper;
  /** Bytes of the body. */
  size: number;
  /** It came to an address of the project, so that matchers decide. */
  searched: boolean;
  redelivered: boolean;
  /** A person has approved that the code of a fork runs. */
  approved: boolean;
}

/** Outcome at one integration. */
export interface Outcome {
  result: WebhookResult;
  taskId: number | null;
  issues: readonly Issue[];
  ignored: readonly Ignored[];
  problem: Problem | null;
  /** The pull request that its template runs on. */
  pullRequest: PullRequest | null;
}

/** Webhooks that started nothing are logged ten times at once, then once in five seconds for each integration. */
const QUIET = { capacity: 10, refillMs: 5_000 } as const;
const QUIET_RESULTS: ReadonlySet<WebhookResult> = new Set(['not_matched', 'unauthorized', 'unreadable']);
const MAX_KEYS = 100_000;

/** Writes the delivery logs. Entries of the same moment share a statement. */
@Injectable()
export class DeliveryLog {
  private readonly quiet = new TokenBuckets(QUIET, MAX_KEYS);
  private readonly insertions: StatementBatcher<IntegrationDelivery, null>;

  constructor(
    dataSource: DataSource,
    private readonly box: SecretBox,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: ApiMetrics,
  ) {
    this.insertions = new StatementBatcher(async (rows: readonly IntegrationDelivery[]) => {
      await insertDeliveries(dataSource.manager, rows);
      return rows.map(() => null);
    });
  }

  /** Answers the row, or `null` when it was not written: a task that was started is there all the same. */
  async add(
    receiver: Receiver,
    arrival: Arrival,
    outcome: Outcome,
    reading: Reading = NOTHING_READ,
  ): Promise<IntegrationDelivery | null> {
    this.metrics.webhookJudged(outcome.result);
    const isQuiet = QUIET_RESULTS.has(outcome.result) && !arrival.redelivered;
    if (isQuiet && this.quiet.take(String(receiver.row.id)) > 0) {
      return null;
    }
    const row = await this.rowOf(receiver, arrival, outcome, reading);
    try {
      await this.insertions.run(row);
      this.engine.signals.deliveryListsChanged([{ projectId: receiver.row.projectId, of: 'webhooks' }]);
      return row;
    } catch (error) {
      this.logger.warn({ err: error, integration: receiver.row.id }, 'A delivery could not be logged');
      return null;
    }
  }

  private async rowOf(
    { row, secret, secretVariables }: Receiver,
    { named, keeper, sender, size, searched, redelivered }: Arrival,
    { issues, ignored, result, taskId, problem, pullRequest }: Outcome,
    reading: Reading,
  ): Promise<IntegrationDelivery> {
    const id = randomUUID();
    const secrets = { authHeader: row.authHeader, texts: secret ? [secret.password] : [], variables: secretVariables };
    const isKept = !['unauthorized', 'unreadable'].includes(result);
    return {
      id,
      integrationId: row.id,
      received: new Date(),
      sender,
      size,
      searched,
      redelivered,
      event: named.event,
      webhookKey: named.key,
      result,
      taskId,
      problem: problem && sentProblem(problem),
      pullRequest,
      approved: null,
      approvedBy: null,
      reading: { ...shownReading(reading, secrets), issues: sentIssues(issues), ignored: [...ignored] },
      request: isKept ? await keeper.sealed(this.box, id, row.authHeader) : null,
    };
  }
}
