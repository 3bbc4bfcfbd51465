import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** A sign-in of a command line that a person confirms in the console (RFC 8628). Of both codes only hashes are stored. */
@Entity('device_login')
@Index('device_login_user_code', ['userCode'], { unique: true })
@Index('device_login_user', ['userId'])
// Those that have ended.
@Index('device_login_expires', ['expires'])
export class DeviceLogin {
  /** SHA-256 of the secret of the machine, in lower-case hex. */
  @PrimaryColumn({ type: 'text' })
  id!: string;

  /** SHA-256 of the code that the person sees. */
  @Column({ type: 'text' })
  userCode!: string;

  /** Name of the machine. */
  @Column({ type: 'text' })
  name!: string;

  /** Address that it came from. */
  @Column({ type: 'text' })
  ip!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  @Column({ type: 'timestamptz' })
  expires!: Date;

  /** Who has confirmed it; `null` = nobody yet. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => User, { onDelete: 'CASCADE' })
  userId!: number | null;
}
