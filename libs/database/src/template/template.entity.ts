import type { ConfirmationRole, ForgeToken, IdToken, PullRequestApply, SurveyVariable } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccessKey } from '../access-key/access-key.entity.js';
import { Environment } from '../environment/environment.entity.js';
import { GitRepository } from '../git-repository/git-repository.entity.js';
import { Inventory } from '../inventory/inventory.entity.js';
import { Project } from '../project/project.entity.js';
import { View } from '../view/view.entity.js';

/** `''` = an ordinary task, `build` = makes a version, `deploy` = uses one. */
export type TemplateType = '' | 'build' | 'deploy';

/** A question as it is stored. */
export interface StoredSurveyVariable extends SurveyVariable {
  /** Ciphertext of the default of a secret, whose `default_value` is empty. */
  sealed_default?: string;
}

/** Template of tasks. */
@Entity('template')
// Deploys of a build template, when it is deleted.
@Index('template_build_template', ['buildTemplateId'], { where: 'build_template_id is not null' })
// Templates of one project.
@Index('template_project', ['projectId'])
// Templates of a view.
@Index('template_view', ['viewId'])
@Index('template_inventory', ['inventoryId'], { where: '(inventory_id IS NOT NULL)' })
@Index('template_repository', ['repositoryId'])
@Index('template_image_key', ['imageKeyId'], { where: '(image_key_id IS NOT NULL)' })
@Index('template_environment', ['environmentId'], { where: '(environment_id IS NOT NULL)' })
export class Template {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  /** App id; `''` runs as ansible. */
  @Column({ type: 'text', default: '' })
  app!: string;

  @Column({ type: 'text', default: '' })
  type!: TemplateType;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  @Column({ type: 'text', default: '' })
  playbook!: string;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Inventory)
  inventoryId!: number | null;

  @Column({ type: 'int' })
  @ForeignKey(() => GitRepository)
  repositoryId!: number;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Environment)
  environmentId!: number | null;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => View, { onDelete: 'SET NULL' })
  viewId!: number | null;

  @Column({ type: 'text', nullable: true })
  gitBranch!: string | null;

  /** Text of a JSON array of strings. */
  @Column({ type: 'text', nullable: true })
  arguments!: string | null;

  @Column({ type: 'boolean', default: false })
  allowOverrideArgsInTask!: boolean;

  @Column({ type: 'boolean', default: false })
  allowOverrideBranchInTask!: boolean;

  @Column({ type: 'text', nullable: true })
  startVersion!: string | null;

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Template, { onDelete: 'SET NULL' })
  buildTemplateId!: number | null;

  @Column({ type: 'boolean', default: false })
  autorun!: boolean;

  @Column({ type: 'boolean', default: false })
  suppressSuccessAlerts!: boolean;

  @Column({ type: 'jsonb', default: [] })
  surveyVars!: StoredSurveyVariable[];

  /** Settings of the app, see `TemplateTaskParams`; `null` = none were sent. */
  @Column({ type: 'jsonb', nullable: true })
  taskParams!: Record<string, unknown> | null;

  @Column({ type: 'text', nullable: true })
  runnerTag!: string | null;

  /** Container image that its tool runs in; null = none. */
  @Column({ type: 'text', nullable: true })
  image!: string | null;

  /** Key for the registry of that image; null = none. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => AccessKey)
  imageKeyId!: number | null;

  /** False: at most one task of the template is active at a time. */
  @Column({ type: 'boolean', default: false })
  allowParallelTasks!: boolean;

  /** Lets people who may only run tasks send variables that are no survey variables. */
  @Column({ type: 'boolean', default: false })
  allowAnyVarsInTask!: boolean;

  /** Names, with `*`, of the variables that they may set beside the survey variables. */
  @Column({ type: 'jsonb', default: [] })
  variablePatterns!: string[];

  /** Minutes after which a running task is stopped; 0 = no limit of its own. */
  @Column({ type: 'int', default: 0 })
  timeoutMinutes!: number;

  /** Seconds that the tool has to end after it was asked to stop; `null` = what suits the app. */
  @Column({ type: 'int', nullable: true })
  stopGraceSeconds!: number | null;

  /** The least role that may confirm a plan. */
  @Column({ type: 'text', default: 'task_runner' })
  confirmationRole!: ConfirmationRole;

  /** The person who started the task may not confirm its plan. */
  @Column({ type: 'boolean', default: false })
  confirmationByOther!: boolean;

  /** Pull requests start it, to plan or check alone. */
  @Column({ type: 'boolean', default: false })
  pullRequests!: boolean;

  /** Tag of the only runners that take code of forks; null = it is refused. */
  @Column({ type: 'text', nullable: true })
  forkRunnerTag!: string | null;

  /** Who lets the plan of a pull request be applied. */
  @Column({ type: 'text', default: 'nobody' })
  pullRequestApply!: PullRequestApply;

  /** Rights of the forge token that its attempts get. */
  @Column({ type: 'text', default: 'none' })
  forgeToken!: ForgeToken;

  /** ID tokens that its attempts get. */
  @Column({ type: 'jsonb', default: [] })
  idTokens!: IdToken[];

  /** Number of stored tasks, kept by the engine. */
  @Column({ type: 'int', default: 0 })
  tasks!: number;
}
