import { setTimeout as sleep } from 'node:timers/promises';
import type { IntegrationAlias } from '@switchyard/contracts';
import { createGitRepository, HttpClient } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate } from '../support/project.js';
import { residentMb } from '../support/resident-memory.js';
import { TestStack } from '../support/stack.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const MIB = 1024 * 1024;
const SECRETS = 200;
/** Most matchers and values that an integration has. */
const PARTS = 50;
const AT_ONCE = 4;
const SECONDS = 10;
const TARGET = { p95Ms: 500, apiMb: 600 } as const;
const GIANT = JSON.stringify({ ref: 'main', a: { b: 'x'.repeat(4 * MIB - 100) } });
const SMALL = JSON.stringify({ ref: 'main', a: { b: 'x' } });
const WRONG = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };

interface Sent {
  path: string;
  body: string;
  headers?: Record<string, string>;
}

/** Time of small webhooks, and the work of the api, while strangers send the largest ones to the addresses that cost most. */
export async function measureHostileWebhooks(): Promise<Row[]> {
  const settings = { SWITCHYARD_WEBHOOKS_PER_MINUTE: '1000000' };
  const stack = await TestStack.start({ ownServer: true, runners: 0, settings });
  const repository = await createGitRepository({ 'run.sh': '' });
  try {
    const client = await stack.admin();
    const siege = new Siege(stack, client);
    await siege.prepare(repository.path);
    return [
      await siege.rowOf('nothing beside it', null),
      await siege.rowOf(`wrong signatures at an address of ${SECRETS} secrets`, await siege.manySecrets()),
      await siege.rowOf(`an integration with ${PARTS} matchers and ${PARTS} values`, await siege.manyParts()),
    ];
  } finally {
    await stack.close();
    await repository.remove();
  }
}

class Siege {
  private readonly http = new HttpClient();
  private base = '';
  private legal = '';
  private templateId = 0;

  constructor(
    private readonly stack: TestStack,
    private readonly client: ApiClient,
  ) {}

  async prepare(repository: string): Promise<void> {
    const project = await createProject(this.client, repository);
    this.base = `/project/${project.id}`;
    this.templateId = await createTemplate(this.client, project, { name: 'T' });
    this.legal = await this.addressOf(await this.integration({ name: 'legal' }));
  }

  /** A signature that is wrong, at an address of the project. */
  async manySecrets(): Promise<Sent> {
    for (let n = 0; n < SECRETS; n++) {
      const login_password = { login: '', password: `secret ${n}` };
      const key = await this.client.create(`${this.base}/keys`, {
        name: `K${n}`,
        type: 'login_password',
        login_password,
      });
      await this.integration({ name: `S${n}`, auth_method: 'github', auth_secret_id: key, searchable: true });
    }
    return { path: await this.addressOf(null), body: GIANT, headers: WRONG };
  }

  /** All read the whole object. */
  async manyParts(): Promise<Sent> {
    const id = await this.integration({ name: 'parts' });
    const place = { body_data_type: 'json', key: 'a' };
    for (let n = 0; n < PARTS; n++) {
      const path = `${this.base}/integrations/${id}`;
      const matcher = { ...place, name: `m${n}`, match_type: 'body', method: 'contains', value: `y${n}` };
      await this.client.create(`${path}/matchers`, matcher);
      const value = { ...place, name: `v${n}`, value_source: 'body', variable: `V${n}`, variable_type: 'environment' };
      await this.client.create(`${path}/values`, value);
    }
    return { path: await this.addressOf(id), body: GIANT };
  }

  /** Small webhooks, one after the other, beside some that cost much. */
  async rowOf(beside: string, attack: Sent | null): Promise<Row> {
    const until = Date.now() + SECONDS * 1_000;
    const statuses = new Map<number | string, number>();
    const strangers =
      attack === null ? [] : Array.from({ length: AT_ONCE }, () => this.attack(attack, until, statuses));
    const { times, peakMb, failed } = await this.legalUntil(until);
    await Promise.all(strangers);
    const p95 = quantile(times, 0.95);
    const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    return {
      what: `a small webhook, its task stored, beside ${attack ? `${AT_ONCE} senders of 4 MiB: ` : ''}${beside} (n = ${times.length})`,
      measured: `p95 ${p95.toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms, ${failed} failed; api up to ${peakMb.toFixed(0)} MB${attack ? `; strangers: ${answered}` : ''}`,
      target: `p95 ≤ ${TARGET.p95Ms} ms, none failed; ≤ ${TARGET.apiMb} MB`,
      met: p95 <= TARGET.p95Ms && failed === 0 && peakMb <= TARGET.apiMb,
    };
  }

  private async attack(sent: Sent, until: number, statuses: Map<number | string, number>): Promise<void> {
    while (Date.now() < until && this.stack.apis[0]?.running) {
      const status = await this.send(sent).catch(() => 'failed');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }

  private async legalUntil(until: number): Promise<{ times: number[]; peakMb: number; failed: number }> {
    const seen = { times: [] as number[], peakMb: 0, failed: 0 };
    const sampler = setInterval(() => (seen.peakMb = Math.max(seen.peakMb, this.apiMb())), 100);
    while (Date.now() < until && this.stack.apis[0]?.running) {
      const began = performance.now();
      const status = await this.send({ path: this.legal, body: SMALL }).catch(() => 0);
      seen.times.push(performance.now() - began);
      seen.failed += status === 202 ? 0 : 1;
      await sleep(50);
    }
    clearInterval(sampler);
    return seen;
  }

  /** 0 = it has ended. */
  private apiMb(): number {
    const api = this.stack.apis[0];
    return api?.running ? residentMb(api.pid) : 0;
  }

  private async send({ path, body, headers = {} }: Sent): Promise<number> {
    const sent = { origin: this.client.address, path, method: 'POST' as const, body, timeoutMs: 60_000 };
    return (await this.http.send({ ...sent, headers: { 'content-type': 'application/json', ...headers } })).status;
  }

  private integration(part: object): Promise<number> {
    return this.client.create(`${this.base}/integrations`, { template_id: this.templateId, ...part });
  }

  private async addressOf(id: number | null): Promise<string> {
    const path = `${this.base}/integrations${id === null ? '' : `/${id}`}/aliases`;
    const { url } = await this.client.call<IntegrationAlias>('POST', path);
    return new URL(url, this.client.address).pathname;
  }
}
