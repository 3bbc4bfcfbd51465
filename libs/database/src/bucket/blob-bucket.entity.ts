import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The place of this installation in a bucket; there is one row. */
@Entity('blob_bucket')
@Check('blob_bucket_id_check', '(id = 1)')
export class BlobBucket {
  @PrimaryColumn({ type: 'int', default: 1 })
  id!: number;

  /** Part of every key in the bucket, so that no two installations share one; null = no bucket was ever used. */
  @Column({ type: 'uuid', nullable: true })
  identity!: string | null;

  /** Tokens that this database has written into the owner's marker, the newest first. A copy does not know later ones. */
  @Column({ type: 'uuid', array: true, default: '{}' })
  tokens!: string[];

  /** Since when the marker has been seen with one of them. */
  @Column({ type: 'timestamptz', nullable: true })
  claimed!: Date | null;

  /** Beginnings of the keys under which the blobs of this database were before; '' = the root of the bucket. */
  @Column({ type: 'text', array: true, default: '{}' })
  sources!: string[];

  /** Until then processes of the version before may read: what is written goes to the root of the bucket as well. */
  @Column({ type: 'timestamptz', nullable: true })
  oldUntil!: Date | null;

  /** When the latest walk over all blobs began that takes them over. */
  @Column({ type: 'timestamptz', nullable: true })
  moveBegan!: Date | null;

  /** The key that this walk has come to; null = none is under way. */
  @Column({ type: 'text', nullable: true })
  moveAfter!: string | null;

  /** Since when nothing is left to be taken over. */
  @Column({ type: 'timestamptz', nullable: true })
  moved!: Date | null;
}

/** A blob that was taken over, and whose original is still at the root of the bucket. */
@Entity('old_blob')
export class OldBlob {
  @PrimaryColumn({ type: 'text' })
  key!: string;
}
