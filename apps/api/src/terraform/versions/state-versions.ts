import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import {
  MAX_SHOWN_STATE_BYTES,
  type TerraformLockState,
  type TerraformState as WireState,
  type TerraformStateContent,
} from '@switchyard/contracts';
import { Inventory } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import type { Entitlements } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { badRequest, notFound } from '../../platform/http/refusals.js';
import { ENGINE, ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { findOwned } from '../../platform/database/owned-rows.repository.js';
import { findLock, releaseAnyLock } from '../state/lock.repository.js';
import { receiveState, type SentState } from '../state/receive-state.js';
import { openBytes } from '../state/state-bytes.js';
import { stateLocked } from '../state/state-refusals.js';
import {
  deleteState,
  findBefore,
  findCurrent,
  findState,
  type ListedState,
  listStates,
} from '../state/state.repository.js';
import { withSerial } from '../state/state-serial.js';
import { StateStore } from '../state/state-store.js';
import { StateViewer } from './state-viewer.js';
import { WorkspaceChanges } from '../state/workspace-changes.js';

/** A workspace of a project. */
export interface Workspace {
  projectId: number;
  inventoryId: number;
}

/** The versions of the state of a workspace and its lock, for people. */
@Injectable()
export class StateVersions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: StateStore,
    private readonly viewer: StateViewer,
    private readonly workspaceChanges: WorkspaceChanges,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {}

  /** Newest first; empty without the feature. */
  async list(workspace: Workspace): Promise<WireState[]> {
    await this.requireWorkspace(workspace);
    const rows = (await this.isOn(workspace)) ? await listStates(this.dataSource.manager, workspace.inventoryId) : [];
    return rows.map(toWire);
  }

  /** @param id `null` = the current one @throws 404, 400 when it is too large to show */
  async read(workspace: Workspace, id: number | null): Promise<TerraformStateContent> {
    const row = await this.version(workspace, id);
    if (row.size > MAX_SHOWN_STATE_BYTES) {
      throw badRequest('state_large');
    }
    const before = await this.compared(row);
    const { state, difference } = await this.viewer.view({
      projectId: workspace.projectId,
      size: row.size + (before?.size ?? 0),
      read: async () => ({ now: await this.bytesOf(row.blob), before: before && (await this.bytesOf(before.blob)) }),
    });
    return { ...toWire(row), state, difference: before && difference && { against: before.serial, ...difference } };
  }

  private async bytesOf(blob: string): Promise<Buffer> {
    return buffer(await openBytes(this.engine.blobs.get(blob)));
  }

  /** Counterpart of a comparison; `null` = none, or too large. */
  private async compared(row: ListedState): Promise<Awaited<ReturnType<typeof findBefore>>> {
    const before = await findBefore(this.dataSource.manager, row);
    return before && before.size <= MAX_SHOWN_STATE_BYTES ? before : null;
  }

  /** The bytes as they were written. */
  async content(workspace: Workspace, id: number): Promise<{ size: number; content: Readable }> {
    const { size, blob } = await this.version(workspace, id);
    return { size, content: await this.open(blob) };
  }

  /** Makes an earlier version the current one again, under the next serial. @throws 409 while the workspace is locked */
  async restore({ userId }: Caller, workspace: Workspace, id: number): Promise<void> {
    const { manager } = this.dataSource;
    const { blob, serial, offered } = await this.version(workspace, id);
    if (offered) {
      throw notFound();
    }
    const lock = await findLock(manager, workspace.inventoryId);
    if (lock) {
      throw stateLocked(409, lock);
    }
    const head = await findCurrent(manager, workspace.inventoryId);
    const next = Math.max(head?.serial ?? 0, serial) + 1;
    const content = await withSerial(() => this.open(blob), next);
    const origin = { ...workspace, taskId: null, userId };
    await this.store.write(origin, { sender: null, lockId: null, md5: null, forced: true }, content);
  }

  /**
   * Makes a state that a person sends the current version.
   * @param forced take it whatever serial and lineage are
   * @throws what `StateStore.write` does, 409 while the workspace is locked
   */
  async push(
    { userId }: Caller,
    workspace: Workspace,
    { forced, sent, onRefused }: { forced: boolean; sent: SentState; onRefused: () => void },
  ): Promise<void> {
    await this.requireWorkspace(workspace);
    if (!(await this.isOn(workspace))) {
      throw notFound();
    }
    const origin = { ...workspace, taskId: null, userId };
    await receiveState(this.store, { origin, terms: { sender: null, lockId: null, forced } }, sent, onRefused);
  }

  /** @throws 400 for the current version */
  async remove(workspace: Workspace, id: number): Promise<void> {
    await this.version(workspace, id);
    if (!(await deleteState(this.dataSource.manager, id))) {
      throw badRequest('state_current');
    }
  }

  async lock(workspace: Workspace): Promise<TerraformLockState> {
    await this.requireWorkspace(workspace);
    const lock = await findLock(this.dataSource.manager, workspace.inventoryId);
    if (!lock) {
      return { lock: null };
    }
    const { lockId: id, info, created, taskId, runner, lost } = lock;
    const of = { task_id: taskId, runner, lost: lost?.toISOString() ?? null };
    return { lock: { id, operation: info.Operation, who: info.Who, created: created.toISOString(), ...of } };
  }

  /** Frees the workspace from any lock, and lets the next task of its line begin. */
  async unlock(workspace: Workspace): Promise<void> {
    await this.requireWorkspace(workspace);
    await releaseAnyLock(this.dataSource.manager, workspace.inventoryId);
    this.workspaceChanges.publish(workspace);
    this.engine.signals.dispatchNeeded('workspace unlocked');
  }

  private open(blob: string): Promise<Readable> {
    return openBytes(this.engine.blobs.get(blob));
  }

  private async version(workspace: Workspace, id: number | null): Promise<ListedState> {
    await this.requireWorkspace(workspace);
    const row = (await this.isOn(workspace))
      ? await findState(this.dataSource.manager, workspace.inventoryId, id)
      : null;
    if (!row) {
      throw notFound();
    }
    return row;
  }

  private async requireWorkspace({ projectId, inventoryId }: Workspace): Promise<void> {
    await findOwned(this.dataSource.manager, Inventory, projectId, inventoryId);
  }

  private async isOn({ projectId }: Workspace): Promise<boolean> {
    return (await this.entitlements.features(projectId)).terraform_backend;
  }
}

function toWire({ blob: _, offered: __, created, ...row }: ListedState): WireState {
  return { ...row, created: created.toISOString() };
}
