import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Session } from './session.entity.js';

/** The code that a session waits for, sent by mail. */
@Entity('email_code')
export class EmailCode {
  @PrimaryColumn({ type: 'text' })
  @ForeignKey(() => Session, { onDelete: 'CASCADE', onUpdate: 'CASCADE' })
  sessionId!: string;

  /** Where the code went, in lower case. */
  @Column({ type: 'text' })
  email!: string;

  /** SHA-256 over the session's secret and the code: without the cookie the row does not betray the code. */
  @Column({ type: 'text' })
  codeHash!: string;

  @Column({ type: 'timestamptz' })
  expires!: Date;

  /** Codes tried so far, right or wrong. */
  @Column({ type: 'int', default: 0 })
  tries!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  sent!: Date;
}
