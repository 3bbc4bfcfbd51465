import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { IntegrationAnswer } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import { notFound, unauthorized } from '../../http/refusals.js';
import { type Arrival, DeliveryLog, type Outcome } from '../deliveries/delivery-log.js';
import { headerMap, unreadPayload, type WebhookPayload, webhookPayload } from '../reading/webhook-payload.js';
import { Deliverer, type Delivered } from './deliverer.js';
import { SenderProof } from './sender-proof.js';
import { type Reached, type Receiver, WebhookDirectory } from './webhook-directory.js';
import { WebhookRate } from './webhook-rate.js';

/** A request as it came in. */
export interface WebhookRequest {
  alias: string;
  headers: IncomingHttpHeaders;
  ip: string;
  body: Buffer;
}

const UNAUTHORIZED: Outcome = { result: 'unauthorized', taskId: null, issues: [], ignored: [], problem: null };

/** Takes webhooks: whose address it is, who sent it, what it starts. */
@Injectable()
export class WebhookReceiver {
  constructor(
    private readonly directory: WebhookDirectory,
    private readonly rate: WebhookRate,
    private readonly deliverer: Deliverer,
    private readonly log: DeliveryLog,
  ) {}

  /**
   * @returns `null` = the integration answers without a body
   * @throws 404, 401, 429, 415, 400 when the body is no JSON; what a launch failed by, so that the sender tries again
   */
  async receive(request: WebhookRequest): Promise<IntegrationAnswer | null> {
    this.rate.takeStranger(request.alias, request.ip);
    const reached = await this.directory.find(request.alias);
    if (!reached || reached.receivers.length === 0) {
      throw notFound();
    }
    const headers = headerMap(request.headers);
    const proved = await this.proved(request, headers, reached);
    this.rate.takeProved(request.alias);
    const arrival = arrivalOf(request, reached, webhookPayload(headers, request.body));
    await this.requireReadable(proved, arrival);
    const delivered = await Promise.all(proved.map((receiver) => this.deliverer.deliver(receiver, arrival)));
    requireAll(delivered);
    return proved.every(({ row }) => row.emptyAnswer)
      ? null
      : { task_ids: delivered.flatMap((each) => each.taskId ?? []) };
  }

  /** The integrations whose sender proved itself. @throws 401 without any, which is logged */
  private async proved(
    request: WebhookRequest,
    headers: ReadonlyMap<string, string>,
    reached: Reached,
  ): Promise<readonly Receiver[]> {
    const { receivers } = reached;
    const proof = new SenderProof(headers, request.body);
    const proved = receivers.filter((receiver) => proof.holds(receiver));
    if (proved.length === 0) {
      const arrival = arrivalOf(request, reached, unreadPayload(headers));
      await Promise.all(receivers.map((receiver) => this.log.add(receiver, arrival, UNAUTHORIZED)));
      throw unauthorized();
    }
    return proved;
  }

  private async requireReadable(proved: readonly Receiver[], arrival: Arrival): Promise<void> {
    const { problem: fault } = arrival.payload;
    if (fault !== null) {
      const outcome: Outcome = { ...UNAUTHORIZED, result: 'unreadable', problem: fault };
      await Promise.all(proved.map((receiver) => this.log.add(receiver, arrival, outcome)));
      throw new UserError(fault.code === 'webhook_content_type' ? 415 : 400, fault);
    }
  }
}

const arrivalOf = ({ ip, body }: WebhookRequest, { searched }: Reached, payload: WebhookPayload): Arrival => ({
  ...{ payload, sender: ip, size: body.length, searched, redelivered: false },
});

/** A failure that is not the sender's is its answer: most senders try again then. */
function requireAll(delivered: readonly Delivered[]): void {
  const failed = delivered.find(({ result }) => result === 'failed');
  if (failed) {
    throw failed.error;
  }
}
