import { Injectable } from '@nestjs/common';
import type { DeliveryKind as DeliveryKindName } from '@switchyard/contracts';
import type { DeliveryKind } from './delivery-kind.js';
import { AlertChannel } from './kinds/alert-channel.js';
import { AlertServer } from './kinds/alert-server.js';
import { AlertUser } from './kinds/alert-user.js';
import { RunnerWebhook } from './kinds/runner-webhook.js';

/** Every kind of delivery that this process sends. */
@Injectable()
export class DeliveryKinds {
  readonly all: readonly DeliveryKind[];
  /** Most tries at once to one target, by kind. */
  readonly parallel: ReadonlyMap<DeliveryKindName, number>;

  constructor(webhook: RunnerWebhook, channel: AlertChannel, server: AlertServer, user: AlertUser) {
    this.all = [webhook, channel, server, user];
    this.parallel = new Map(this.all.map(({ name, parallel }) => [name, parallel]));
  }
}
