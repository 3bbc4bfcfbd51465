import type { SentProblem } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Template } from '../template/template.entity.js';

/** The last commit of a pull request that its forge has reported for a template. */
@Entity('pull_request_head')
export class PullRequestHead {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Template, { onDelete: 'CASCADE' })
  templateId!: number;

  @PrimaryColumn({ type: 'int' })
  number!: number;

  @Column({ type: 'text' })
  commitHash!: string;

  /** It is merged, or given up. */
  @Column({ type: 'boolean', default: false })
  closed!: boolean;

  /** When the forge changed it: an older delivery that comes late changes nothing. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  changed!: Date;

  /** Why the last command in a comment, or the merge, was refused. */
  @Column({ type: 'jsonb', nullable: true })
  refusal!: SentProblem | null;
}
