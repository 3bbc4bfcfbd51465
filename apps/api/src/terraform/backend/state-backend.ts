import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { TerraformBackendQuery, TerraformLockInfo } from '@switchyard/contracts';
import type { Engine } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import { notFound, refusal } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { findLock, isHeldBy, lockInfo, releaseLock, takeLock } from '../state/lock.repository.js';
import { receiveState, type SentState } from '../state/receive-state.js';
import { openBytes } from '../state/state-bytes.js';
import { stateLocked } from '../state/state-refusals.js';
import { clearCurrent, findCurrent, holdWorkspace } from '../state/state.repository.js';
import { StateStore } from '../state/state-store.js';
import type { StateClient } from './state-client.js';
import { WorkspaceChanges } from '../state/workspace-changes.js';

/** A lock that somebody else took while the try was under way is tried for again, which finds its holder. */
const TRIES = 3;

/** Operations of an HTTP backend client on the state of its workspace. */
@Injectable()
export class StateBackend {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: StateStore,
    private readonly workspaceChanges: WorkspaceChanges,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** @throws 404 when the workspace has no state */
  async read({ inventoryId }: StateClient): Promise<{ md5: string; size: number; content: Readable }> {
    const current = await findCurrent(this.dataSource.manager, inventoryId);
    if (!current) {
      throw notFound();
    }
    const { md5, size, blob } = current;
    return { md5, size, content: await openBytes(this.engine.blobs.get(blob)) };
  }

  /** @throws what `StateStore.write` does */
  write(
    client: StateClient,
    { ID, force }: TerraformBackendQuery,
    sent: SentState,
    onRefused: () => void,
  ): Promise<void> {
    const { projectId, inventoryId, taskId } = client;
    const origin = { projectId, inventoryId, taskId, userId: null };
    const terms = { sender: client, lockId: ID ?? null, forced: force !== undefined };
    return receiveState(this.store, { origin, terms }, sent, onRefused);
  }

  /**
   * The workspace has no state afterwards; earlier versions can be restored.
   * @param lockId the lock that the sender claims to hold; a task needs none for its own
   * @throws 423 when somebody else has the lock
   */
  async remove(client: StateClient, lockId: string | undefined): Promise<void> {
    const { inventoryId } = client;
    await this.dataSource.transaction(async (manager) => {
      if (!(await holdWorkspace(manager, client))) {
        throw notFound();
      }
      const lock = await findLock(manager, inventoryId);
      const isProven = client.attemptId !== null || lock?.lockId === lockId;
      if (lock && !(isHeldBy(lock, client) && isProven)) {
        throw stateLocked(423, lock);
      }
      await clearCurrent(manager, inventoryId);
    });
    this.workspaceChanges.publish(client);
  }

  /** @throws 423 with the holder */
  async lock(client: StateClient, sent: TerraformLockInfo): Promise<void> {
    const { manager } = this.dataSource;
    // Terraform reads nothing of a holder whose time is none.
    const created = Number.isNaN(Date.parse(sent.Created)) ? new Date().toISOString() : sent.Created;
    const info = { ...sent, Who: client.who ?? sent.Who, Created: created };
    for (let left = TRIES; left > 0; left--) {
      const { isTaken, holder } = await takeLock(manager, client.inventoryId, info, client);
      if (isTaken) {
        return this.workspaceChanges.publish(client);
      }
      if (holder) {
        throw stateLocked(423, holder);
      }
    }
    throw refusal(423, 'state_lock_busy');
  }

  /** @throws 404 when the workspace is not locked */
  async holder({ inventoryId }: StateClient): Promise<TerraformLockInfo> {
    const lock = await findLock(this.dataSource.manager, inventoryId);
    if (!lock) {
      throw notFound();
    }
    return lockInfo(lock);
  }

  /**
   * Frees the lock that a task, or somebody by an alias, took itself. Owners free any.
   * @param id of the lock; `undefined` = whatever it is, as `terraform force-unlock` asks
   * @throws 409 with the holder when it is another lock
   */
  async unlock(client: StateClient, id: string | undefined): Promise<void> {
    const { manager } = this.dataSource;
    if (await releaseLock(manager, client.inventoryId, client, id ?? null)) {
      return this.workspaceChanges.publish(client);
    }
    const holder = await findLock(manager, client.inventoryId);
    if (holder) {
      throw stateLocked(409, holder);
    }
  }
}
