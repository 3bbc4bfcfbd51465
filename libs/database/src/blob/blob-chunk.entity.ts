import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Blob } from './blob.entity.js';

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
