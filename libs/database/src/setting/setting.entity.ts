import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A value of the installation as a whole, such as the control plane's key pair. Secret values are stored encrypted. */
@Entity('setting')
export class Setting {
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ type: 'text' })
  value!: string;
}
