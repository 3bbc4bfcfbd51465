import { randomUUID } from 'node:crypto';
import { type IntegrationAlias, MAX_SHOWN_STATE_BYTES } from '@switchyard/contracts';
import { worstJson } from '@switchyard/contracts/testing';
import { Integration, IntegrationMatcher, IntegrationValue } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { z } from 'zod';
import { type Client, signInAs } from '../client.js';
import { type ProjectFixture, startProjectFixture } from '../project-fixture.js';
import { LOGIN, newWorkspace, stateText } from '../state-backend.js';
import { TRIES, type WalkedInput } from './work-walk.js';

/** Most bytes of a webhook. */
const WEBHOOK_BYTES = 4 * 1024 * 1024;
/** Matchers and values that one integration may have. */
const PARTS = 50;

const JSON_TYPE = { 'content-type': 'application/json' };
/** What is sent beside names of our own. */
const ANYTHING = z.object({ a: z.unknown() });

type Send = () => Promise<number>;

/** A project that receives webhooks and states from outside. */
export class SenderPlace {
  private constructor(
    private readonly test: ProjectFixture,
    private readonly guest: Client,
    private readonly webhookAddress: string,
  ) {}

  static async open(): Promise<SenderPlace> {
    const test = await startProjectFixture();
    return new SenderPlace(test, await signInAs(test, test.projectId, 'guest'), await newAddress(test));
  }

  close(): Promise<void> {
    return this.test.close();
  }

  /** Sends the largest webhook, which every matcher and value of an integration reads. */
  webhookOf(input: WalkedInput): Send {
    const payload = Buffer.from(worstJson(ANYTHING, input, WEBHOOK_BYTES - 64));
    return () => this.post(this.webhookAddress, JSON_TYPE, payload);
  }

  /** Writes the largest state that is shown, as new versions, and shows the newest to a guest. */
  async stateOf(input: WalkedInput): Promise<{ write: Send; show: Send }> {
    const { path, inventoryId } = await newWorkspace(this.test);
    const attributes: unknown = JSON.parse(worstJson(ANYTHING, input, MAX_SHOWN_STATE_BYTES / 2));
    const versions = Array.from({ length: TRIES }, (_, n) => Buffer.from(stateText(n + 1, { big: attributes })));
    const authorization = `Basic ${Buffer.from(`${LOGIN.login}:${LOGIN.password}`).toString('base64')}`;
    const states = `${this.test.base}/inventory/${inventoryId}/terraform/states`;
    return {
      write: () => this.post(path, { ...JSON_TYPE, authorization }, versions.shift()),
      show: async () => {
        const [newest] = (await this.guest.get(states)).json<{ id: number }[]>();
        return (await this.guest.get(`${states}/${newest?.id}`)).status;
      },
    };
  }

  private async post(url: string, headers: Record<string, string>, payload = Buffer.alloc(0)): Promise<number> {
    return (await this.test.app.inject({ method: 'POST', url, headers, payload })).statusCode;
  }
}

async function newAddress({ projectId, dataSource, manager, base, address }: ProjectFixture): Promise<string> {
  const { id: templateId } = await newTemplate(dataSource, { projectId });
  const row = { projectId, templateId, name: randomUUID(), searchable: true };
  const { identifiers } = await dataSource.manager.insert(Integration, row);
  const integrationId = Number(identifiers[0]?.id);
  const place = { integrationId, bodyDataType: 'json', key: 'a' } as const;
  for (let n = 0; n < PARTS; n += 1) {
    const compared = { matchType: 'body', method: 'contains', value: `${n} nowhere` } as const;
    await dataSource.manager.insert(IntegrationMatcher, { ...place, ...compared, name: `m${n}` });
    const extracted = { valueSource: 'body', variable: `V${n}` } as const;
    await dataSource.manager.insert(IntegrationValue, { ...place, ...extracted, name: `v${n}` });
  }
  const answer = await manager.post(`${base}/integrations/${integrationId}/aliases`);
  return new URL(answer.json<IntegrationAlias>().url, address).pathname;
}
