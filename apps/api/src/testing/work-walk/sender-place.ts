import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type IntegrationAlias, type Key, MAX_SHOWN_STATE_BYTES, TerraformLockInfo } from '@switchyard/contracts';
import { worstJson } from '@switchyard/contracts/testing';
import { Integration, IntegrationMatcher, IntegrationValue } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { DEFAULT_BODY_LIMIT } from '@switchyard/server';
import { z } from 'zod';
import { type Client, signInAs } from '../client.js';
import { type ProjectFixture, startProjectFixture } from '../project-fixture.js';
import { LOGIN, newWorkspace, stateText } from '../state-backend.js';
import { type Send, TRIES, type WalkedInput } from './work-walk.js';

/** Most bytes of a webhook. */
const WEBHOOK_BYTES = 4 * 1024 * 1024;
/** Matchers and values that one integration may have. */
const PARTS = 50;

/** Bytes of one read of a socket. */
const CHUNK_BYTES = 64 * 1024;

const JSON_TYPE = { 'content-type': 'application/json' };
const basic = (login: string, password: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});
const PROVED = basic(LOGIN.login, LOGIN.password);
const STRANGE = basic(LOGIN.login, 'wrong');
const WRONG = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
/** Secrets at one address, as many as are tried with the largest webhook. */
const SECRETS = 60;
/** Body that is sent beside names of our own. */
const ANYTHING = z.object({ a: z.unknown() });

/** A project that receives webhooks and states from outside. */
export class SenderPlace {
  private constructor(
    private readonly test: ProjectFixture,
    private readonly guest: Client,
    private readonly webhookAddress: string,
    private readonly secretAddress: string,
  ) {}

  static async open(): Promise<SenderPlace> {
    const test = await startProjectFixture();
    const guest = await signInAs(test, test.projectId, 'guest');
    return new SenderPlace(test, guest, await newAddress(test), await newSecretAddress(test));
  }

  close(): Promise<void> {
    return this.test.close();
  }

  /** Sends the largest webhook, which every matcher and value of an integration reads. */
  webhookOf(input: WalkedInput): Send {
    const payload = Buffer.from(worstJson(ANYTHING, input, WEBHOOK_BYTES - 64));
    return () => this.post(this.webhookAddress, JSON_TYPE, payload);
  }

  /** Sends it as somebody who does not prove himself: to nobody, with wrong signatures for many secrets, as a form, as XML. */
  strangeWebhooksOf(input: WalkedInput): Record<string, Send> {
    const json = worstJson(ANYTHING, input, WEBHOOK_BYTES - 64);
    const form = { ...WRONG, 'content-type': 'application/x-www-form-urlencoded' };
    const body = Buffer.from(json);
    const [encoded, xml] = [`payload=${encodeURIComponent(json)}`, `<a>${json.replaceAll('<', '')}</a>`].map((text) =>
      Buffer.from(text).subarray(0, WEBHOOK_BYTES - 64),
    );
    return {
      nobody: () => this.post('/api/integrations/nowhere', JSON_TYPE, body),
      secrets: () => this.post(this.secretAddress, { ...JSON_TYPE, ...WRONG }, body),
      form: () => this.post(this.secretAddress, form, encoded),
      xml: () => this.post(this.webhookAddress, { 'content-type': 'application/xml' }, xml),
    };
  }

  /** Locks and unlocks with the largest bodies, with and without its password. */
  async locksOf(input: WalkedInput): Promise<Record<string, Send>> {
    const { path } = await newWorkspace(this.test);
    const info = Buffer.from(worstJson(TerraformLockInfo, input, DEFAULT_BODY_LIMIT - 64));
    const unlock = Buffer.from(worstJson(ANYTHING, input, DEFAULT_BODY_LIMIT - 64));
    const call = (method: 'POST' | 'DELETE', headers: Record<string, string>, payload: Buffer): Send => {
      return async () =>
        (await this.test.app.inject({ method, url: `${path}/lock`, headers: { ...JSON_TYPE, ...headers }, payload }))
          .statusCode;
    };
    return {
      lock: call('POST', PROVED, info),
      unlock: call('DELETE', PROVED, unlock),
      'lock of a stranger': call('POST', STRANGE, info),
      'unlock of a stranger': call('DELETE', STRANGE, unlock),
    };
  }

  /** Writes the largest state that is shown, as new versions, and shows the newest to a guest. */
  async stateOf(input: WalkedInput): Promise<{ write: Send; show: Send; strange: Send }> {
    const { path, inventoryId } = await newWorkspace(this.test);
    const attributes: unknown = JSON.parse(worstJson(ANYTHING, input, MAX_SHOWN_STATE_BYTES / 2));
    const versions = Array.from({ length: TRIES }, (_, n) => Buffer.from(stateText(n + 1, { big: attributes })));
    const states = `${this.test.base}/inventory/${inventoryId}/terraform/states`;
    return {
      write: () => this.post(path, { ...JSON_TYPE, ...PROVED }, Readable.from(chunksOf(versions.shift()))),
      strange: () =>
        this.post(
          path,
          { ...JSON_TYPE, ...STRANGE },
          Readable.from(chunksOf(Buffer.from(stateText(99, { big: attributes })))),
        ),
      show: async () => {
        const [newest] = (await this.guest.get(states)).json<{ id: number }[]>();
        return (await this.guest.get(`${states}/${newest?.id}`)).status;
      },
    };
  }

  private async post(
    url: string,
    headers: Record<string, string>,
    payload: Buffer | Readable = Buffer.alloc(0),
  ): Promise<number> {
    return (await this.test.app.inject({ method: 'POST', url, headers, payload })).statusCode;
  }
}

/** As they come over a connection. */
function* chunksOf(bytes = Buffer.alloc(0)): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES);
  }
}

/** An address of many integrations, each with a secret of its own. */
async function newSecretAddress({ projectId, dataSource, manager, base, address }: ProjectFixture): Promise<string> {
  const { id: templateId } = await newTemplate(dataSource, { projectId });
  for (let n = 0; n < SECRETS; n += 1) {
    const login_password = { login: '', password: `secret ${n}` };
    const key = await manager.post(`${base}/keys`, { name: `k${n}`, type: 'login_password', login_password });
    const row = { projectId, templateId, name: randomUUID(), searchable: true, authMethod: 'github' } as const;
    await dataSource.manager.insert(Integration, { ...row, authSecretId: key.json<Key>().id });
  }
  const answer = await manager.post(`${base}/integrations/aliases`);
  return new URL(answer.json<IntegrationAlias>().url, address).pathname;
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
