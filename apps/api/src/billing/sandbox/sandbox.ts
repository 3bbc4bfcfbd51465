import { Injectable } from '@nestjs/common';
import type { SandboxPayment } from '@switchyard/database';
import { z } from 'zod';
import { DataSource } from 'typeorm';
import { notFound } from '../../platform/http/refusals.js';
import { CallbackReceiver } from '../callback-receiver.js';
import { Gateways } from '../gateways/gateways.js';
import { isSandboxDeed, SANDBOX_DEEDS, sandboxPage } from './sandbox-page.js';
import { findSandboxPayment, setSandboxStatus } from '../gateways/sandbox.repository.js';

/** Plays the payment provider: changes its own state, then reports it by signed callbacks, or not at all. */
@Injectable()
export class Sandbox {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateways: Gateways,
    private readonly receiver: CallbackReceiver,
  ) {}

  async page(id: string): Promise<string> {
    return sandboxPage(await this.find(id));
  }

  /** @throws 404 for a payment or a deed that does not exist */
  async act(id: string, deed: string): Promise<string> {
    const payment = await this.find(id);
    if (!isSandboxDeed(deed) || !this.gateways.sandbox) {
      throw notFound();
    }
    const { state, callbacks } = SANDBOX_DEEDS[deed];
    await setSandboxStatus(this.dataSource, id, state);
    const callback = this.gateways.sandbox.callbackOf({ ...payment, state });
    await Promise.all(Array.from({ length: callbacks }, () => this.receiver.receive('sandbox', callback)));
    return this.page(id);
  }

  private async find(id: string): Promise<SandboxPayment> {
    const isPossible = this.gateways.sandbox !== null && z.uuid().safeParse(id).success;
    const found = isPossible && (await findSandboxPayment(this.dataSource, id));
    if (!found) {
      throw notFound();
    }
    return found;
  }
}
