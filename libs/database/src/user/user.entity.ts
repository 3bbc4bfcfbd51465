import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A person who may sign in. Logins keep their case; they and e-mail addresses are unique without regard to it. */
@Entity('user')
// The unique indexes on lower(…) cannot be expressed here; the migrations make them.
@Index('user_username_key', { synchronize: false })
@Index('user_email_key', { synchronize: false })
@Index('user_visitor', ['id'], { where: 'visitor' })
export class User {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  created!: Date;

  @Column({ type: 'text' })
  username!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  email!: string;

  /** Argon2id hash in PHC form, or one of bcrypt until the first sign-in after an import; `null` = no password sign-in. */
  @Column({ type: 'text', nullable: true })
  passwordHash!: string | null;

  @Column({ type: 'boolean', default: false })
  admin!: boolean;

  /** The group of a sign-in provider that makes the user an administrator; `null` = done by hand, or none. */
  @Column({ type: 'text', nullable: true })
  adminByGroup!: string | null;

  @Column({ type: 'boolean', default: false })
  external!: boolean;

  @Column({ type: 'boolean', default: false })
  alert!: boolean;

  @Column({ type: 'boolean', default: false })
  pro!: boolean;

  /** Since when the directory has no entry of the person any more: neither sessions nor tokens open anything. */
  @Column({ type: 'timestamptz', nullable: true })
  leftDirectory!: Date | null;

  /** Somebody who looks at a demo, until it is reset. */
  @Column({ type: 'boolean', default: false })
  visitor!: boolean;

  /** Language of the console, a BCP 47 tag; `null` = not chosen. */
  @Column({ type: 'text', nullable: true })
  language!: string | null;

  /** Theme of the console; `null` = not chosen. */
  @Column({ type: 'text', nullable: true })
  theme!: 'system' | 'light' | 'dark' | null;
}
