import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { MAX_STATE_BYTES } from '@switchyard/contracts';
import { blobFolder, type Engine } from '@switchyard/engine';
import { type BlobReference, SecretBox, UserError } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { badRequest, notFound, refusal } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { findHead, type WorkspaceHead } from './head.repository.js';
import { packedBytes } from './state-bytes.js';
import { packedList, unpackedList } from './resource-list.js';
import { type StateChanges, stateChanges } from './state-changes.js';
import { type StateFacts, type StateFault, StateScanner } from './state-scanner.js';
import { type CurrentState, findResources, holdWorkspace, insertState } from './state.repository.js';
import { stateLocked } from './state-refusals.js';
import { isHeldBy, type LockHolder } from './lock.repository.js';
import { decideWrite, mayWrite, type WriteDecision, type WorkspaceState } from './write-decision.js';
import { WorkspaceChanges } from './workspace-changes.js';

/** The workspace that a version is of, and who sends it. */
export interface StateOrigin {
  projectId: number;
  inventoryId: number;
  taskId: number | null;
  userId: number | null;
}

/** How a version is to be taken. */
export interface WriteTerms {
  /** Who sends it; `null` = a person, who holds no lock. */
  sender: LockHolder | null;
  /** The lock that its sender claims to hold. */
  lockId: string | null;
  /** MD5 of the bytes in base64, as the sender has it. */
  md5: string | null;
  /** Take it whatever serial and lineage are. */
  forced: boolean;
}

/** The version that was current when a write began, if any. */
interface Predecessor {
  id: number | null;
  /** Sealed hashes of its resources. */
  resources: string | null;
}

/** The bytes of a state that no version names yet. */
export interface StoredBytes {
  blob: BlobReference;
  /** Of the state itself. */
  size: number;
  md5: string;
  facts: StateFacts;
}

interface StoredState extends StoredBytes {
  before: Predecessor;
}

/**
 * Stores versions of states. The bytes are written first, as a whole; then one transaction decides whether they may follow
 * the current version, so that a write that ends in the middle leaves everything as it was.
 */
@Injectable()
export class StateStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    private readonly workspaceChanges: WorkspaceChanges,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** @throws 400 for what is no state, 409 when it may not follow the current version, 413 */
  async write(origin: StateOrigin, terms: WriteTerms, content: AsyncIterable<Buffer>): Promise<void> {
    const allowed = this.allow(origin, terms);
    // Its failure is met where it is awaited, which may be after more of the content came.
    allowed.catch(() => undefined);
    const stored = await this.keep(origin, content, allowed).catch(async (error: unknown) => {
      await allowed;
      throw error;
    });
    const isStored = await this.decide(origin, terms, { ...stored, before: await allowed }).catch(
      async (error: unknown) => {
        // After any other error it may be stored all the same. A blob that no version names is collected later.
        await (error instanceof UserError && this.remove(stored));
        throw error;
      },
    );
    if (!isStored) {
      return this.remove(stored);
    }
    this.workspaceChanges.publish(origin);
  }

  /** Before any byte is stored; it is decided again afterwards. @throws 409 */
  private async allow({ inventoryId }: StateOrigin, terms: WriteTerms): Promise<Predecessor> {
    const { manager } = this.dataSource;
    const { head, lock } = await findHead(manager, inventoryId);
    requireLock(terms, lock);
    return { id: head?.id ?? null, resources: head && (await findResources(manager, head.id)) };
  }

  private async decide(origin: StateOrigin, terms: WriteTerms, stored: StoredState): Promise<boolean> {
    requireDigest(terms, stored);
    return this.dataSource.transaction((manager) => this.follow(manager, origin, terms, stored));
  }

  /** Removes bytes that no version is to name. */
  remove({ blob }: StoredBytes): Promise<void> {
    return this.engine.blobs.delete([blob.key]);
  }

  /**
   * Stores the bytes of a state, which nothing names yet.
   * @param allowed awaited before anything is stored
   * @throws 400 for what is no state, 413
   */
  async keep(
    { inventoryId }: Pick<StateOrigin, 'inventoryId'>,
    content: AsyncIterable<Buffer>,
    allowed: Promise<unknown> = Promise.resolve(),
  ): Promise<StoredBytes> {
    const scanner = new StateScanner();
    const md5 = createHash('md5');
    let size = 0;
    const look = (piece: Buffer): void => {
      md5.update(piece);
      size += piece.length;
      requireState(scanner.feed(piece));
    };
    const blob = await this.engine.blobs.put(
      blobFolder('state', inventoryId),
      once(allowed, packedBytes(sized(content), look)),
    );
    const facts = scanner.finish();
    if (typeof facts === 'string') {
      await this.engine.blobs.delete([blob.key]);
      throw badRequest(facts);
    }
    return { blob, size, md5: md5.digest('base64'), facts };
  }

  /** @returns whether the version was stored; false when it is the current one already */
  private async follow(
    manager: EntityManager,
    origin: StateOrigin,
    { sender, lockId, forced }: WriteTerms,
    { blob, size, md5, facts, before }: StoredState,
  ): Promise<boolean> {
    if (!(await holdWorkspace(manager, origin))) {
      throw notFound();
    }
    const { head, lock } = await findHead(manager, origin.inventoryId);
    const { serial, lineage } = facts;
    const incoming = { serial, lineage, md5, lockId, forced };
    const decision = decideWrite({ head, lock: lockFor(sender, lock) }, incoming);
    if (decision === 'state_lock_other') {
      throw stateLocked(409, lock);
    }
    if (decision !== 'store') {
      return decision === 'same' ? false : refused(decision);
    }
    await insertState(manager, {
      ...origin,
      serial,
      lineage,
      md5,
      size,
      blob: blob.key,
      resources: facts.resources && this.sealed(origin.inventoryId, facts.resources),
      changes: await this.changes(manager, origin, { head, before, resources: facts.resources }),
    });
    return true;
  }

  /** Sealed, because a short value can be found by its hash. */
  private sealed(inventoryId: number, resources: Buffer): string {
    return this.box.seal(packedList(resources), contextOf(inventoryId));
  }

  /** `null` = the resources of this version or of the current one are not known. */
  private async changes(
    manager: EntityManager,
    { inventoryId }: StateOrigin,
    { head, before, resources }: { head: CurrentState | null; before: Predecessor; resources: Buffer | null },
  ): Promise<StateChanges | null> {
    if (resources === null || head === null) {
      return resources && stateChanges(Buffer.alloc(0), resources);
    }
    const sealed = head.id === before.id ? before.resources : await findResources(manager, head.id);
    return sealed === null
      ? null
      : stateChanges(unpackedList(this.box.open(sealed, contextOf(inventoryId))), resources);
  }
}

const contextOf = (inventoryId: number): string => `terraform_state:${inventoryId}`;

function refused(code: Exclude<WriteDecision, 'store' | 'same' | 'state_lock_other'>): never {
  throw refusal(409, code);
}

const lockFor = (sender: LockHolder | null, lock: WorkspaceHead['lock']): WorkspaceState['lock'] =>
  lock && { lockId: lock.lockId, isOwn: sender !== null && isHeldBy(lock, sender) };

function requireLock({ sender, lockId }: WriteTerms, lock: WorkspaceHead['lock']): void {
  if (!mayWrite(lockFor(sender, lock), lockId)) {
    throw stateLocked(409, lock);
  }
}

function requireDigest({ md5 }: WriteTerms, stored: StoredBytes): void {
  if (md5 !== null && md5 !== stored.md5) {
    throw badRequest('state_md5');
  }
}

/** @throws 413 */
export function requireSize(bytes: number): void {
  if (bytes > MAX_STATE_BYTES) {
    throw refusal(413, 'body_too_large', { size: `${MAX_STATE_BYTES / 1_048_576} MiB` });
  }
}

/** The bytes, none of them before it is certain that they may be stored. */
async function* once(allowed: Promise<unknown>, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    await allowed;
    yield part;
  }
}

/** @throws 400 */
function requireState(fault: StateFault | null): void {
  if (fault) {
    throw badRequest(fault);
  }
}

/** @throws 413 while it is read */
async function* sized(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of content) {
    size += part.length;
    requireSize(size);
    yield part;
  }
}
