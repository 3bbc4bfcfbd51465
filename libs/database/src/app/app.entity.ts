import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Settings of an app by an administrator: a custom app, or overrides of a default one. */
@Entity('app')
export class App {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ type: 'text', default: '' })
  title!: string;

  @Column({ type: 'text', default: '' })
  icon!: string;

  @Column({ type: 'text', default: '' })
  color!: string;

  @Column({ type: 'text', default: '' })
  darkColor!: string;

  /** Program instead of the default one; `''` = the default. */
  @Column({ type: 'text', default: '' })
  path!: string;

  @Column({ type: 'jsonb', nullable: true })
  args!: string[] | null;

  /** `null` = the default app's own. */
  @Column({ type: 'int', nullable: true })
  priority!: number | null;

  @Column({ type: 'boolean', default: true })
  active!: boolean;
}
