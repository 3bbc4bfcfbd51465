import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type AuditReceiver as WireReceiver,
  type AuditReceiverInput,
  type DeliverySecret,
  auditReceiverContext,
  type DeliveryError,
  type DeliveryErrorCode,
  deliveryErrorText,
  missingReceiverSecret,
} from '@switchyard/contracts';
import { AuditReceiver } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { SecretBox } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { entityTag, requireMatch } from '../../platform/http/entity-tag.js';
import { badMember, badRequest, notFound } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { AuditTrail } from '../audit/audit-trail.js';
import {
  countReceivers,
  deleteReceiver,
  findReceiver,
  insertReceiver,
  insertTest,
  listReceivers,
  lockReceiver,
  type ReceiverProgress,
  receiverProgress,
  updateReceiver,
} from './audit-receiver.repository.js';

/** Most receivers. */
const MAX_RECEIVERS = 10;

/** Where the audit log is delivered. Dispatchers send it. */
@Injectable()
export class AuditReceivers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    private readonly audit: AuditTrail,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  async list(): Promise<WireReceiver[]> {
    const { manager } = this.dataSource;
    const [rows, states] = await Promise.all([listReceivers(manager), receiverProgress(manager)]);
    return rows.map((row) =>
      toWire(
        row,
        states.find(({ id }) => id === row.id),
      ),
    );
  }

  /** @throws 404 */
  async read(id: number): Promise<WireReceiver> {
    const receiver = (await this.list()).find((each) => each.id === id);
    if (!receiver) {
      throw notFound();
    }
    return receiver;
  }

  /** Name of what people set. @throws 404 */
  async tag(id: number): Promise<string> {
    return tagOf(await found(findReceiver(this.dataSource.manager, id)));
  }

  /** Stored in two steps, because the ciphertext is bound to the row's id. @throws 400 when a secret is missing */
  async create(input: AuditReceiverInput): Promise<WireReceiver> {
    requireSecret(input);
    const { id } = await this.dataSource.transaction(async (manager) => {
      if ((await countReceivers(manager)) >= MAX_RECEIVERS) {
        throw badRequest('audit_receivers_full', { max: MAX_RECEIVERS });
      }
      const { name, type, active = true } = input;
      const row = await insertReceiver(manager, { name, type, active, host: hostOf(input) });
      const secret = this.sealed(row.id, input);
      await updateReceiver(manager, row.id, { secret });
      await this.record(manager, row.id, null, { ...row, secret });
      return row;
    });
    return this.read(id);
  }

  /**
   * Type, address and token change together or not at all.
   * @param expected the header `If-Match`
   * @throws 404, 412, 400 when a secret is missing
   */
  async update(id: number, input: AuditReceiverInput, expected: string | null): Promise<void> {
    if (input.override_secret) {
      requireSecret(input);
    }
    await this.dataSource.transaction(async (manager) => {
      const before = await found(lockReceiver(manager, id));
      requireMatch(expected, tagOf(before));
      if (!input.override_secret && input.type !== before.type) {
        throw badMember('type', 'channel_type_kept');
      }
      const { name, type, active = before.active } = input;
      const place = input.override_secret ? { host: hostOf(input), secret: this.sealed(id, input) } : {};
      const change = { name, type, active, ...place };
      await updateReceiver(manager, id, change);
      await this.record(manager, id, before, { ...before, ...change });
    });
  }

  /** @throws 404 */
  async remove(id: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const before = await found(lockReceiver(manager, id));
      await deleteReceiver(manager, id);
      await this.record(manager, id, before, null);
    });
  }

  /** @throws 404 */
  async test(id: number): Promise<void> {
    await found(findReceiver(this.dataSource.manager, id));
    await insertTest(this.dataSource.manager, randomUUID(), id);
    this.engine.signals.messagesWritten();
  }

  private sealed(id: number, { url, token }: AuditReceiverInput): string {
    const secret: DeliverySecret = { url, token };
    return this.secretBox.seal(JSON.stringify(secret), auditReceiverContext(id));
  }

  private record(
    manager: EntityManager,
    objectId: number,
    before: AuditReceiver | null,
    after: AuditReceiver | null,
  ): Promise<void> {
    return this.audit.record(manager, { entity: AuditReceiver, objectType: 'audit_receiver', objectId, before, after });
  }
}

async function found(row: Promise<AuditReceiver | null>): Promise<AuditReceiver> {
  const receiver = await row;
  if (!receiver) {
    throw notFound();
  }
  return receiver;
}

const tagOf = ({ name, type, active, host, secret }: AuditReceiver): string =>
  entityTag({ name, type, active, host, secret });

function requireSecret(input: AuditReceiverInput): void {
  const missing = missingReceiverSecret(input);
  if (missing !== null) {
    throw badMember(missing, 'empty');
  }
}

/** The part of an address that may be shown: a webhook's may hold a key. */
const hostOf = ({ url }: AuditReceiverInput): string => new URL(url).host;

const errorOf = (code: DeliveryErrorCode | null, status: number | null): DeliveryError | null =>
  code && { code, text: deliveryErrorText(code), status };

function toWire(row: AuditReceiver, state: ReceiverProgress | undefined): WireReceiver {
  const { id, name, type, active, host } = row;
  return {
    id,
    name,
    type,
    active,
    host,
    delivered_at: row.delivered?.toISOString() ?? null,
    failed_at: row.failed?.toISOString() ?? null,
    error: errorOf(row.error, row.answerStatus),
    waiting: state?.waiting ?? 0,
    waiting_since: state?.waitingSince?.toISOString() ?? null,
    tested: state?.tested
      ? { at: state.tested.toISOString(), error: errorOf(state.testError, state.testStatus) }
      : null,
  };
}
