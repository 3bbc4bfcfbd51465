import { Column, Entity, Index, PrimaryColumn, ForeignKey } from 'typeorm';

/** Bytes under a key, in chunks. */
@Entity('blob')
@Index('blob_key', ['key'], { unique: true })
// Leftovers of interrupted writes.
@Index('blob_unfinished', ['created'], { where: '(NOT whole)' })
export class Blob {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** In byte order, so that those with one beginning stand together. */
  @Column({ type: 'text', collation: 'C' })
  key!: string;

  @Column({ type: 'bigint', default: 0 })
  size!: string;

  /** All its chunks are stored. Until then nobody sees it. */
  @Column({ type: 'boolean', default: false })
  whole!: boolean;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;
}

/** A part of a blob. */
@Entity('blob_chunk')
export class BlobChunk {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey(() => Blob, { onDelete: 'CASCADE' })
  blobId!: string;

  /** From 0, without a gap. */
  @PrimaryColumn({ type: 'int' })
  n!: number;

  @Column({ type: 'bytea' })
  data!: Buffer;
}
