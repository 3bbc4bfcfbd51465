import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { type KeptStateHead, type OfferedState, problem } from '@switchyard/contracts';
import { Inventory } from '@switchyard/database';
import { type Engine, LeaseLostError, noteOnTask } from '@switchyard/engine';
import { type Entitlements, SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { stateTokenContext, workspaceOfLogin } from '../job-state.js';
import type { Caller } from '../../auth/access/caller.js';
import { badRequest, notFound, refusal } from '../../platform/http/refusals.js';
import { ENGINE, ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { findOwned } from '../../platform/database/owned-rows.repository.js';
import { openBytes } from '../state/state-bytes.js';
import { findLock } from '../state/lock.repository.js';
import { stateLocked } from '../state/state-refusals.js';
import { deleteState, holdWorkspace } from '../state/state.repository.js';
import { withSerial } from '../state/state-serial.js';
import { StateStore } from '../state/state-store.js';
import {
  findOfferingAttempt,
  hasManyOffers,
  insertOffer,
  listOffers,
  type OfferRow,
} from './state-offers.repository.js';

/** A workspace of a project. */
interface Workspace {
  projectId: number;
  inventoryId: number;
}

/**
 * States that tasks could not save. Runners keep them and deliver them when they can; a person decides whether one becomes the
 * current version, because the state may have moved on since.
 */
@Injectable()
export class StateOffers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: StateStore,
    private readonly box: SecretBox,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {}

  /**
   * Takes the state of an attempt, once.
   * @throws LeaseLostError when the runner did not run the attempt, 400 for another workspace or what is no state, 413, 429
   */
  async take(runnerId: number, head: KeptStateHead, content: AsyncIterable<Buffer>): Promise<void> {
    const { manager } = this.dataSource;
    const attempt = await findOfferingAttempt(manager, runnerId, head);
    if (!attempt) {
      throw new LeaseLostError();
    }
    const inventoryId = workspaceOfLogin(head.login);
    if (inventoryId === null || !this.box.isToken(head.password, stateTokenContext({ ...attempt, inventoryId }))) {
      throw badRequest('state_offered_unreadable');
    }
    if (attempt.isTaken) {
      return;
    }
    if (await hasManyOffers(manager, inventoryId)) {
      throw refusal(429, 'state_offers_many');
    }
    const stored = await this.store.keep({ inventoryId }, content);
    const isStored = await this.dataSource.transaction(
      async (own) =>
        (await holdWorkspace(own, { ...attempt, inventoryId })) && insertOffer(own, attempt, inventoryId, stored),
    );
    await (isStored ? noteOnTask(this.engine, attempt.taskId, problem('state_kept_here')) : this.store.remove(stored));
  }

  /** Newest first. */
  async list(workspace: Workspace): Promise<OfferedState[]> {
    const rows = await this.offers(workspace, null);
    return rows.map(({ blob: _, created, ...row }) => ({ ...row, created: created.toISOString() }));
  }

  /**
   * Makes an offered state the current version, under its own serial when it follows the current one, else under the next.
   * @throws 404, 409 while the workspace is locked, or when the state has moved on and `replace` is false
   */
  async accept({ userId }: Caller, workspace: Workspace, id: number, replace: boolean): Promise<void> {
    const { manager } = this.dataSource;
    const [offer] = await this.offers(workspace, id);
    if (!offer) {
      throw notFound();
    }
    const lock = await findLock(manager, workspace.inventoryId);
    if (lock) {
      throw stateLocked(409, lock);
    }
    if (!offer.follows && !replace) {
      throw refusal(409, 'state_moved_on');
    }
    const origin = { ...workspace, taskId: offer.task_id, userId };
    await this.store.write(
      origin,
      { sender: null, lockId: null, md5: null, forced: !offer.follows },
      await this.content(offer),
    );
    await deleteState(manager, id);
  }

  private async content({ blob, follows, serial, current_serial: current }: OfferRow): Promise<AsyncIterable<Buffer>> {
    const open = (): Promise<Readable> => openBytes(this.engine.blobs.get(blob));
    return follows ? open() : withSerial(open, Math.max(current ?? 0, serial) + 1);
  }

  /** Empty without the feature. */
  private async offers({ projectId, inventoryId }: Workspace, id: number | null): Promise<OfferRow[]> {
    const { manager } = this.dataSource;
    await findOwned(manager, Inventory, projectId, inventoryId);
    const isOn = (await this.entitlements.features(projectId)).terraform_backend;
    return isOn ? listOffers(manager, inventoryId, id) : [];
  }
}
