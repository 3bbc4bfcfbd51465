import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import nacl from 'tweetnacl';
import { DataSource } from 'typeorm';
import type { RunnerIdentity } from './runner-identity.js';
import { ServerKeys } from './server-keys.js';

interface RunnerRow {
  id: number;
  name: string;
  project_id: number | null;
  active: boolean;
  public_key: string;
}

interface Entry {
  identity: RunnerIdentity | null;
  until: number;
}

/** How long a looked-up runner is believed, in milliseconds: a removed one is refused at most this much later. */
const TTL_MS = 1000;
const MAX_ENTRIES = 10_000;

/** Finds runners by their token. Unknown tokens are remembered too, so guessing costs no query each. */
@Injectable()
export class RunnerDirectory {
  private readonly entries = new Map<string, Entry>();
  private readonly sharedKeys = new Map<string, Uint8Array>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly serverKeys: ServerKeys,
  ) {}

  async byToken(token: string, now = Date.now()): Promise<RunnerIdentity | null> {
    const hash = createHash('sha256').update(token).digest('hex');
    const known = this.entries.get(hash);
    if (known && known.until > now) {
      return known.identity;
    }
    const identity = await this.load(hash);
    if (this.entries.size >= MAX_ENTRIES) {
      this.entries.clear();
    }
    this.entries.set(hash, { identity, until: now + TTL_MS });
    return identity;
  }

  private async load(tokenHash: string): Promise<RunnerIdentity | null> {
    const [row] = await this.dataSource.query<RunnerRow[]>(
      'select id, name, project_id, active, public_key from runner where token_hash = $1',
      [tokenHash],
    );
    return row
      ? {
          id: row.id,
          name: row.name,
          projectId: row.project_id,
          active: row.active,
          sharedKey: await this.sharedKey(row),
        }
      : null;
  }

  private async sharedKey(row: RunnerRow): Promise<Uint8Array> {
    const known = this.sharedKeys.get(row.public_key);
    if (known) {
      return known;
    }
    const { secretKey } = await this.serverKeys.keyPair();
    const shared = nacl.box.before(new Uint8Array(Buffer.from(row.public_key, 'base64')), secretKey);
    this.sharedKeys.set(row.public_key, shared);
    return shared;
  }
}
