import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { BlobMissingError, BucketRefusedError } from './blob-store.js';
import { type Claimant, markerText, OWNER_MARKER, type Standing, standingOf } from './bucket-standing.js';
import type { S3Bucket } from './s3-bucket.js';

/** Record of an installation's place in a bucket, kept in its database. */
export interface OwnerBook {
  read(): Promise<{ tokens: readonly string[]; claimed: Date | null } | undefined>;
  /** Notes a token before it is written into the marker. */
  note(token: string): Promise<void>;
  /** Notes that the marker was seen with a token of this database. */
  confirm(): Promise<void>;
  /** Which database it is; undefined = unknown. */
  database(): Promise<string | undefined>;
}

/** After so long the marker gets another token, which a copy of the database does not know. */
const RENEW_MS = 5 * 60_000;

/**
 * The proof that a prefix of a bucket belongs to this database and to no copy of it. An object at the prefix, the marker, has a
 * token that the database noted before. It changes with every start and every few minutes, so that of a database and its copy
 * the one that comes second finds a token that it never wrote.
 */
export class BucketOwner {
  private renewed = -Infinity;

  constructor(
    private readonly bucket: S3Bucket,
    private readonly identity: string,
    /** Below which the keys of that identity are. */
    private readonly prefix: string,
    private readonly book: OwnerBook,
  ) {}

  /** Takes the prefix when nobody has it. @throws BucketRefusedError when somebody else has it, or it is not certain */
  async require(): Promise<void> {
    const standing = await this.standing();
    if (standing === 'unclaimed') {
      return this.claim();
    }
    this.refuse(standing);
    if (performance.now() - this.renewed > RENEW_MS) {
      await this.take();
    }
  }

  /** As {@link require}, and changes nothing. */
  async verify(): Promise<void> {
    const standing = await this.standing();
    if (standing !== 'unclaimed') {
      this.refuse(standing);
    }
  }

  /** Makes this database the owner instead of the one that was. */
  async take(): Promise<void> {
    const marker = await this.newMarker();
    await this.bucket.replace(this.key, marker);
    await this.book.confirm();
    this.renewed = performance.now();
  }

  /** Claims the bucket. One of several first claimants gets it; processes of one database all do. */
  private async claim(): Promise<void> {
    const marker = await this.newMarker();
    await this.bucket.create(this.key, marker);
    this.refuse(await this.standing());
    await this.book.confirm();
    this.renewed = performance.now();
  }

  private async newMarker(): Promise<string> {
    const token = randomUUID();
    await this.book.note(token);
    return markerText({ identity: this.identity, token, database: (await this.book.database()) ?? null });
  }

  private async standing(): Promise<Standing> {
    const marker = await text(this.bucket.get(this.key)).catch((error: unknown) => {
      if (error instanceof BlobMissingError) {
        return undefined;
      }
      throw error;
    });
    return standingOf(marker, await this.claimant());
  }

  /** Read after the marker: a token is noted before it is written. */
  private async claimant(): Promise<Claimant> {
    const { tokens = [], claimed = null } = (await this.book.read()) ?? {};
    return {
      identity: this.identity,
      tokens,
      isClaimed: claimed !== null,
      database: (await this.book.database()) ?? null,
    };
  }

  private refuse(standing: Standing): void {
    if (standing !== 'own') {
      throw new BucketRefusedError(`${this.key} in the bucket ${this.bucket.name}: ${WORDS[standing]}`);
    }
  }

  private get key(): string {
    return this.prefix + OWNER_MARKER;
  }
}

const HOW =
  'Until then nothing is deleted. Such a command is run as "npm run bucket -- claim", in the image api as "node apps/api/dist/cli.js bucket claim".';
const COMMANDS = `For a copy, run "bucket new-identity": it gets its own place and leaves these objects alone. If the other one is gone for good, run "bucket claim". ${HOW}`;

const WORDS: Readonly<Record<Exclude<Standing, 'own'>, string>> = {
  unclaimed: 'the marker of the owner was removed while it was written.',
  gone: `the marker of the owner is gone. Check that SWITCHYARD_BLOB_URL names the bucket and the path that this installation has used; if it does, or if it is to go on with another bucket, run "bucket claim". ${HOW}`,
  moved: `the owner is the database that this one was copied or moved from. ${COMMANDS}`,
  other: `the owner is another database with the same identity: this one, or that one, is a copy or was restored to an earlier time. ${COMMANDS}`,
};
