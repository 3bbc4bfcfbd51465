import { hash as hashOf } from 'node:crypto';
import { messageOf } from '@switchyard/concurrency';
import { Injectable, Logger } from '@nestjs/common';
import { mapApart } from '@switchyard/database';
import { LRUCache } from 'lru-cache';
import nacl from 'tweetnacl';
import { DataSource } from 'typeorm';
import type { RunnerIdentity } from './runner-identity.js';
import { findByTokenHashes, type RunnerRow } from './runner-identity.repository.js';
import { ServerKeys } from './server-keys.js';

interface Entry {
  identity: RunnerIdentity | null;
  until: number;
  /** Time of the last call of it, in milliseconds. */
  lastCall: number;
}

/** Runners by the hash of their token. */
type Found = ReadonlyMap<string, RunnerIdentity>;

/** How long a looked-up runner is believed, in milliseconds: a removed one is refused at most this much later. */
const TTL_MS = 1000;
const MAX_ENTRIES = 10_000;
/**
 * Milliseconds after its last call in which a runner calls again: one that works calls all the time, one whose tasks
 * are silent sends its heartbeat, and an idle one polls again.
 */
const CALLS_AGAIN_MS = [
  { from: 0, to: 2_000 },
  { from: 9_000, to: 11_500 },
  { from: 24_000, to: 31_000 },
] as const;
/** Most runners looked up in one statement. */
const MAX_TOGETHER = 2_000;

/**
 * Finds runners by their token. A look-up takes along the others that are about to be needed, so that any number of
 * runners costs about one statement a second. Unknown tokens are remembered too, so guessing costs no query each.
 */
@Injectable()
export class RunnerDirectory {
  private readonly log = new Logger(RunnerDirectory.name);
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  private readonly loading = new Map<string, Promise<Found>>();
  private readonly sharedKeys = new LRUCache<string, Uint8Array>({ max: MAX_ENTRIES });

  constructor(
    private readonly dataSource: DataSource,
    private readonly serverKeys: ServerKeys,
  ) {}

  /** @param token `''` is nobody's */
  async byToken(token: string, now = Date.now()): Promise<RunnerIdentity | null> {
    if (token === '') {
      return null;
    }
    const hash = hashOf('sha256', token);
    const known = this.entries.get(hash);
    if (known) {
      known.lastCall = now;
    }
    if (known && known.until > now) {
      return known.identity;
    }
    const found = await (this.loading.get(hash) ?? this.load(hash, now));
    return found.get(hash) ?? null;
  }

  private async load(hash: string, now: number): Promise<Found> {
    const hashes = [hash, ...this.regulars(hash, now)];
    const load = this.read(hashes, now);
    hashes.forEach((each) => this.loading.set(each, load));
    try {
      return await load;
    } finally {
      hashes.forEach((each) => this.loading.delete(each));
    }
  }

  /** Others that have expired, and will be needed within a second or so. */
  private regulars(hash: string, now: number): string[] {
    const found: string[] = [];
    for (const [other, { identity, until, lastCall }] of this.entries) {
      const due = identity !== null && until <= now && isDue(now - lastCall);
      if (due && other !== hash && !this.loading.has(other) && found.length < MAX_TOGETHER) {
        found.push(other);
      }
    }
    return found;
  }

  private async read(hashes: readonly string[], now: number): Promise<Found> {
    const rows = await findByTokenHashes(this.dataSource.manager, hashes);
    const { secretKey } = await this.serverKeys.keyPair();
    const identified = mapApart(
      rows,
      (row) => [row.token_hash, this.identityOf(row, secretKey)] as const,
      ({ id }, error) => this.log.warn(`runner ${id} is refused, its public key is damaged: ${messageOf(error)}`),
    );
    const found = new Map(identified);
    for (const hash of hashes) {
      const lastCall = this.entries.peek(hash)?.lastCall ?? now;
      this.entries.set(hash, { identity: found.get(hash) ?? null, until: now + TTL_MS, lastCall });
    }
    return found;
  }

  private identityOf(row: RunnerRow, secretKey: Uint8Array): RunnerIdentity {
    const { id, name, project_id: projectId, active } = row;
    return { id, name, projectId, active, sharedKey: this.sharedKey(row, secretKey) };
  }

  private sharedKey(row: RunnerRow, secretKey: Uint8Array): Uint8Array {
    const known = this.sharedKeys.get(row.public_key);
    if (known) {
      return known;
    }
    const shared = nacl.box.before(new Uint8Array(Buffer.from(row.public_key, 'base64')), secretKey);
    this.sharedKeys.set(row.public_key, shared);
    return shared;
  }
}

/** @param silentMs since its last call */
const isDue = (silentMs: number): boolean => CALLS_AGAIN_MS.some(({ from, to }) => silentMs >= from && silentMs < to);
