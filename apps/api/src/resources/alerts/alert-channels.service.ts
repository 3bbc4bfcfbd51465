import { Injectable } from '@nestjs/common';
import {
  type AlertChannel as WireChannel,
  type AlertChannelInput,
  type DeliverySecret,
  alertSecretContext,
  missingChannelSecret,
} from '@switchyard/contracts';
import { AlertChannel } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { countOwned, updateOwned } from '../../platform/database/owned-rows.repository.js';
import { badMember, badRequest } from '../../platform/http/refusals.js';
import { requireSamePlace } from '../shared/body-references.js';
import { ResourceService } from '../shared/resource.service.js';
import { ResourceStores } from '../shared/resource-store.js';
import { alertChannelResource } from '../../definitions/alert-channel.js';
import type { ListQuery } from '../../platform/http/list-query.js';
import { findOutcomes } from './alert.repository.js';

/** Most channels of a project. */
const MAX_CHANNELS = 50;

/** Where alerts of a project go. Dispatchers send them. */
@Injectable()
export class AlertChannelsService extends ResourceService<
  AlertChannel,
  AlertChannelInput,
  WireChannel,
  typeof alertChannelResource.query
> {
  constructor(
    stores: ResourceStores,
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {
    super(stores, alertChannelResource);
  }

  override async list(projectId: number, query: ListQuery): Promise<WireChannel[]> {
    return this.withOutcomes(await super.list(projectId, query));
  }

  override async read(project: ProjectAccess, id: number): Promise<WireChannel> {
    const [channel] = await this.withOutcomes([await super.read(project, id)]);
    return channel as WireChannel;
  }

  /** Stored in two steps, because the ciphertext is bound to the row's id. @throws 400 when a secret is missing */
  override async create(caller: Caller, projectId: number, input: AlertChannelInput): Promise<WireChannel> {
    requireSamePlace(input, projectId);
    requireSecret(input);
    const row = await this.store.create(
      caller,
      projectId,
      async (manager) => {
        await requirePlace(manager, projectId);
        return alertChannelResource.columns(input, null);
      },
      (manager, id) => updateOwned(manager, AlertChannel, id, { secret: this.sealed(id, input) }),
    );
    return alertChannelResource.toWire(row);
  }

  /** Type, address and token change together or not at all, so that no token goes to an address it was not given for. */
  override async update(
    caller: Caller,
    projectId: number,
    id: number,
    input: AlertChannelInput,
    expected: string | null,
  ): Promise<void> {
    requireSamePlace(input, projectId, id);
    if (input.override_secret) {
      requireSecret(input);
    }
    await this.store.update(caller, projectId, id, async (manager, stored) => {
      await this.store.requireUnchanged(manager, stored, expected);
      if (input.override_secret) {
        const { active = stored.active } = input;
        return { ...alertChannelResource.columns({ ...input, active }, null), secret: this.sealed(id, input) };
      }
      if (input.type !== stored.type) {
        throw badMember('type', 'channel_type_kept');
      }
      return alertChannelResource.columns({ ...input, url: '', token: '' }, stored);
    });
  }

  private sealed(id: number, { url, token }: AlertChannelInput): string | null {
    const secret: DeliverySecret = { url, token };
    return url + token === '' ? null : this.secretBox.seal(JSON.stringify(secret), alertSecretContext(id));
  }

  private async withOutcomes(channels: readonly WireChannel[]): Promise<WireChannel[]> {
    const ids = channels.map(({ id }) => id);
    const outcomes = await findOutcomes(this.dataSource.manager, ids);
    return channels.map((channel) => ({ ...channel, last: outcomes.get(channel.id) ?? null }));
  }
}

function requireSecret(input: AlertChannelInput): void {
  const missing = missingChannelSecret(input);
  if (missing !== null) {
    throw badMember(missing, 'empty');
  }
}

async function requirePlace(manager: EntityManager, projectId: number): Promise<void> {
  if ((await countOwned(manager, AlertChannel, projectId)) >= MAX_CHANNELS) {
    throw badRequest('channels_full', { max: MAX_CHANNELS });
  }
}
