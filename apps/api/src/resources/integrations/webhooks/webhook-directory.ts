import { Injectable } from '@nestjs/common';
import type { Integration } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { openCredential } from '../../keys/stored-credential.js';
import { type Login, type Reader, WebhookRules } from '../reading/webhook-rules.js';
import { findAlias, findReached, findReaders, type StoredReader } from './webhook-directory.repository.js';

/** An integration as a webhook meets it. */
export interface Receiver extends Reader {
  /** Variables that answer secret questions of its template. */
  secretVariables: string[];
}

/** Integrations that an address reaches. */
export interface Reached {
  /** It is an address of a project: matchers decide. */
  searched: boolean;
  receivers: Receiver[];
  plan: WebhookRules;
}

/** How long what an address reaches is not looked at again; a change in another process of the api counts that late. */
const REMEMBERED_MS = 1_000;
const MAX_REMEMBERED = 1_000;

/** Knows the addresses of webhooks. */
@Injectable()
export class WebhookDirectory {
  private readonly known = new LRUCache<string, Promise<Reached | null>>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });

  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
  ) {}

  /** `null` = there is no such address. */
  find(alias: string): Promise<Reached | null> {
    const known = this.known.get(alias);
    if (known) {
      return known;
    }
    const found = this.read(alias);
    this.known.set(alias, found);
    found.catch(() => this.known.delete(alias));
    return found;
  }

  /** Something changed that addresses reach. */
  forget(): void {
    this.known.clear();
  }

  async receiver(row: Integration): Promise<Receiver> {
    const [stored] = await findReaders(this.dataSource.manager, [row]);
    return this.withSecret(stored as StoredReader);
  }

  private async read(alias: string): Promise<Reached | null> {
    const { manager } = this.dataSource;
    const found = await findAlias(manager, alias);
    if (!found) {
      return null;
    }
    const readers = await findReaders(manager, await findReached(manager, found));
    const receivers = readers.map((reader) => this.withSecret(reader));
    return { searched: found.integrationId === null, receivers, plan: new WebhookRules(receivers) };
  }

  private withSecret({ key, template, ...reader }: StoredReader): Receiver {
    const questions = template?.surveyVars ?? [];
    const secretVariables = questions.flatMap(({ type, name }) => (type === 'secret' ? [name] : []));
    return {
      ...reader,
      secret: key && this.loginOf(key),
      secretVariables,
      takesPulls: template?.type === '' && template.pullRequests,
      appliesOnMerge: template?.type === '' && template.pullRequests && template.pullRequestApply === 'merge',
      takesForks: (template?.forkRunnerTag ?? null) !== null,
    };
  }

  /** A key that does not open, holds something else or nothing here, proves nobody; the other integrations are not concerned. */
  private loginOf(key: NonNullable<StoredReader['key']>): Login | null {
    try {
      const credential = openCredential(this.box, key);
      return credential.type === 'login_password' && credential.password !== '' ? credential : null;
    } catch {
      return null;
    }
  }
}
