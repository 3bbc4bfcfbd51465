import type { HmacAlgorithm, IntegrationAuthMethod } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccessKey } from '../access-key/access-key.entity.js';
import { Project } from '../project/project.entity.js';
import { Template } from '../template/template.entity.js';

/** A template that webhooks start. Its template cannot be deleted while it is there. */
@Entity('integration')
// Integrations of one project.
@Index('integration_project', ['projectId'])
// Integrations that refer to a template.
@Index('integration_template', ['templateId'])
// Integrations that refer to a key.
@Index('integration_auth_secret', ['authSecretId'], { where: '(auth_secret_id IS NOT NULL)' })
export class Integration {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Template)
  templateId!: number;

  @Column({ type: 'text' })
  name!: string;

  /** How a sender proves itself; `''` = it need not. */
  @Column({ type: 'text', default: '' })
  authMethod!: IntegrationAuthMethod;

  /** Header of the token or the signature. */
  @Column({ type: 'text', default: '' })
  authHeader!: string;

  /** Key with the secret, and the login for `basic`. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => AccessKey)
  authSecretId!: number | null;

  @Column({ type: 'text', default: 'sha256' })
  hmacAlgorithm!: HmacAlgorithm;

  @Column({ type: 'text', default: '' })
  hmacPrefix!: string;

  /** Found by the aliases of the project when its matchers hold. */
  @Column({ type: 'boolean', default: false })
  searchable!: boolean;

  /** Answers 204 without a body. */
  @Column({ type: 'boolean', default: false })
  emptyAnswer!: boolean;

  /** Its own addresses start it whatever its matchers say, as they did in old versions. */
  @Column({ type: 'boolean', default: false })
  ignoresMatchers!: boolean;

  /** A task that it starts stops those that senders have started before on the same branch. */
  @Column({ type: 'boolean', default: false })
  stopsOlder!: boolean;

  /** Patterns of the branches whose pushes start it; none = all. */
  @Column({ type: 'text', array: true, default: () => `'{}'` })
  branches!: string[];

  /** Patterns of files, of which a push must change one; none = all. */
  @Column({ type: 'text', array: true, default: () => `'{}'` })
  paths!: string[];

  /** Body of the launch, without template and secret answers. */
  @Column({ type: 'jsonb', default: {} })
  taskParams!: Record<string, unknown>;

  /** Ciphertext of the secret answers: a JSON object. */
  @Column({ type: 'text', nullable: true })
  secret!: string | null;
}
