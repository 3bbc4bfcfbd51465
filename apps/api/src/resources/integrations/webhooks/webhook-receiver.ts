import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { IntegrationAnswer } from '@switchyard/contracts';
import { type Engine, requestSync } from '@switchyard/engine';
import { UserError } from '@switchyard/server';
import { clientNetwork } from '../../../auth/throttle/client-network.js';
import { unauthorized } from '../../../platform/http/refusals.js';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { type Arrival, DeliveryLog, type Outcome } from './delivery-log.js';
import { RequestKeeper } from './kept-request.js';
import { HEAVY, type JudgedWebhook } from '../reading/judge-webhook.js';
import { readingOf } from '../reading/reading.js';
import { namedDelivery } from '../reading/delivery-facts.js';
import { senderFault } from '../reading/sender-fault.js';
import { headerMap } from '../reading/webhook-payload.js';
import { HeavyWebhook, WebhookReader } from '../reading/webhook-reader.js';
import { WebhookHandler, type HandledWebhook } from './webhook-handler.js';
import { type Reached, type Receiver, WebhookDirectory } from './webhook-directory.js';
import { WebhookRate } from '../reading/webhook-rate.js';

/** A request as it came in. */
export interface WebhookRequest {
  alias: string;
  headers: IncomingHttpHeaders;
  ip: string;
  body: Buffer;
}

/** Integrations that a webhook is delivered to at a time. */
const AT_A_TIME = 32;
const STATUSES = new Map<string, number>([
  ['webhook_content_type', 415],
  ['webhook_form', 415],
  [HEAVY.code, 413],
]);
const UNAUTHORIZED: Outcome = {
  result: 'unauthorized',
  taskId: null,
  issues: [],
  ignored: [],
  problem: null,
  pullRequest: null,
};

/** Takes webhooks: whose address it is, who sent it, what it starts. */
@Injectable()
export class WebhookReceiver {
  constructor(
    private readonly directory: WebhookDirectory,
    private readonly rate: WebhookRate,
    private readonly reader: WebhookReader,
    private readonly handler: WebhookHandler,
    private readonly log: DeliveryLog,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /**
   * @returns `null` = the integration answers without a body
   * @throws 401 also where there is no such address, 429, 415, 413 when it takes too much work, 400 when the body is no JSON; what a launch failed by, so that the
   * sender tries again
   */
  async receive(request: WebhookRequest): Promise<IntegrationAnswer | null> {
    this.rate.takeStranger(request.alias, request.ip);
    const reached = await this.directory.find(request.alias);
    if (!reached || reached.receivers.length === 0) {
      throw unauthorized();
    }
    const come = arrivalOf(request, reached);
    const judged = await this.judged(request, reached, come);
    const arrival = { ...come, named: judged.named };
    const proved = judged.proved.flatMap((index) => reached.receivers[index] ?? []);
    await this.requireProved(proved, reached, arrival);
    this.rate.takeProved(request.alias);
    await this.sync(proved);
    await this.requireReadable(proved, arrival, judged.problem);
    const delivered = await inGroups(proved, (receiver, index) =>
      this.handler.handle(receiver, arrival, {
        idle: judged.idle,
        commit: judged.commit,
        pull: judged.pull,
        comment: judged.comment,
        ...readingOf(receiver, judged.readings[index], judged.texts),
      }),
    );
    requireAll(delivered);
    return proved.every(({ row }) => row.emptyAnswer)
      ? null
      : { task_ids: delivered.flatMap((each) => each.taskId ?? []) };
  }

  /** Something may have been pushed to the repositories that projects are synced from. */
  private async sync(proved: readonly Receiver[]): Promise<void> {
    const projects = new Set(proved.map(({ row }) => row.projectId));
    await Promise.all([...projects].map((id) => requestSync(this.engine, id)));
  }

  /** Judges a webhook. One that is too much work before its sender is known is logged as of no known sender. */
  private async judged({ ip, body }: WebhookRequest, reached: Reached, arrival: Arrival): Promise<JudgedWebhook> {
    const { plan, receivers, searched } = reached;
    const asked = { plan, headers: arrival.headers, body, key: clientNetwork(ip), isNeeded: !searched };
    try {
      return await this.reader.judge(asked);
    } catch (error) {
      if (error instanceof HeavyWebhook) {
        await this.logAll(receivers, arrival, () => ({ ...UNAUTHORIZED, problem: error.problem }));
      }
      throw error;
    }
  }

  /** @throws 401, which is logged */
  private async requireProved(proved: readonly Receiver[], { receivers }: Reached, arrival: Arrival): Promise<void> {
    if (proved.length === 0) {
      await this.logAll(receivers, arrival, ({ row, secret }) => ({
        ...UNAUTHORIZED,
        problem: senderFault({ row, secret }, arrival.headers),
      }));
      throw unauthorized();
    }
  }

  private async requireReadable(
    proved: readonly Receiver[],
    arrival: Arrival,
    fault: JudgedWebhook['problem'],
  ): Promise<void> {
    if (fault !== null) {
      await this.logAll(proved, arrival, () => ({ ...UNAUTHORIZED, result: 'unreadable', problem: fault }));
      throw new UserError(STATUSES.get(fault.code) ?? 400, fault);
    }
  }

  private async logAll(
    receivers: readonly Receiver[],
    arrival: Arrival,
    outcomeAt: (receiver: Receiver) => Outcome,
  ): Promise<void> {
    await inGroups(receivers, (receiver) => this.log.add(receiver, arrival, outcomeAt(receiver)));
  }
}

function arrivalOf({ ip, headers: sent, body }: WebhookRequest, { searched }: Reached): Arrival {
  const headers = headerMap(sent);
  const keeper = RequestKeeper.of(headers, body);
  return {
    headers,
    named: namedDelivery(headers),
    keeper,
    sender: ip,
    size: body.length,
    searched,
    redelivered: false,
    approved: false,
  };
}

/** Some at a time, so that other requests get their turn between them. */
async function inGroups<I, R>(items: readonly I[], work: (item: I, index: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < items.length; from += AT_A_TIME) {
    const group = items.slice(from, from + AT_A_TIME);
    done.push(...(await Promise.all(group.map((item, index) => work(item, from + index)))));
    if (done.length < items.length) {
      await setImmediate();
    }
  }
  return done;
}

/** A failure that is not the sender's is its answer: most senders try again then. */
function requireAll(delivered: readonly HandledWebhook[]): void {
  const failed = delivered.find(({ result }) => result === 'failed');
  if (failed) {
    throw failed.error;
  }
}
