import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { GitRepository } from '../git-repository/git-repository.entity.js';
import { Template } from '../template/template.entity.js';

/** The comment that reports the tasks of a template to a pull request. */
@Entity('pull_request_comment')
// Comments of a template that is deleted.
@Index('pull_request_comment_template', ['templateId'])
export class PullRequestComment {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => GitRepository, { onDelete: 'CASCADE' })
  repositoryId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Template, { onDelete: 'CASCADE' })
  templateId!: number;

  @PrimaryColumn({ type: 'int' })
  number!: number;

  /** How the forge names it. */
  @Column({ type: 'text' })
  comment!: string;

  /** Page of its repository; empty = of the one that the repository has. */
  @Column({ type: 'text', default: '' })
  page!: string;
}
