import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';
import { Integration } from './integration.entity.js';

/** An address that webhooks are sent to. */
@Entity('integration_alias')
@Index('integration_alias_key', ['alias'], { unique: true })
// Aliases of one project.
@Index('integration_alias_project', ['projectId'])
// Aliases of one integration.
@Index('integration_alias_integration', ['integrationId'], { where: '(integration_id IS NOT NULL)' })
export class IntegrationAlias {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  /** `null` = of all searchable integrations of the project. */
  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Integration, { onDelete: 'CASCADE' })
  integrationId!: number | null;

  /** Last part of the address: more than 128 random bits. */
  @Column({ type: 'text' })
  alias!: string;
}
