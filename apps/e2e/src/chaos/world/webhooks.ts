import type { IntegrationAlias, IntegrationAnswer } from '@switchyard/contracts';
import type { ApiClient } from '../../support/api-client.js';
import type { Random } from '../random.js';
import type { Journal } from './journal.js';
import type { Work } from './projects.js';

/** Senders give up after so long, in milliseconds, and send the delivery again later. */
const PATIENCE_MS = 5_000;
/** Deliveries that are sent again some time. */
const RECENT = 40;

/** An integration whose tasks carry the delivery id as their message. Answers the path of its address. */
export async function createWebhook(client: ApiClient, { noisy }: Work): Promise<string> {
  const base = `/project/${noisy.projectId}/integrations`;
  const id = await client.create(base, { name: 'Deliveries', template_id: noisy.templateId });
  await client.create(`${base}/${id}/values`, {
    name: 'id',
    value_source: 'header',
    key: 'X-Delivery-Id',
    variable: 'message',
    variable_type: 'task',
  });
  const { url } = await client.call<IntegrationAlias>('POST', `${base}/${id}/aliases`);
  return new URL(url, client.address).pathname;
}

/** Sends webhooks, and sends many of them again, at whichever api, also at the same moment, as senders do that got no answer. */
export class WebhookSender {
  private readonly recent: string[] = [];
  private sent = 0;

  constructor(
    private readonly path: string,
    private readonly clients: readonly ApiClient[],
    private readonly random: Random,
    private readonly journal: Journal,
  ) {}

  async send(): Promise<void> {
    const isNew = this.recent.length === 0 || this.random.chance(0.5);
    const id = isNew ? `delivery-${(this.sent += 1)}` : this.random.pick(this.recent);
    if (isNew) {
      this.recent.push(id);
      this.recent.splice(0, this.recent.length - RECENT);
    }
    const times = this.random.chance(0.3) ? 2 : 1;
    this.journal.count(isNew ? 'webhooks' : 'webhooks again');
    await Promise.all(Array.from({ length: times }, () => this.deliver(id, this.random.pick(this.clients))));
  }

  private async deliver(id: string, { address }: ApiClient): Promise<void> {
    const answer = await fetch(address + this.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-delivery-id': id },
      body: '{}',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.status === 202) {
      const { task_ids: ids } = (await answer.json()) as IntegrationAnswer;
      ids.forEach((taskId) => this.journal.deliveries.push({ id, taskId }));
    } else {
      await answer.arrayBuffer();
    }
  }
}
