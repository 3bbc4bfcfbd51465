import { Entity, PrimaryColumn } from 'typeorm';

/** A blob that was taken over, and whose original is still at the root of the bucket. */
@Entity('old_blob')
export class OldBlob {
  @PrimaryColumn({ type: 'text' })
  key!: string;
}
