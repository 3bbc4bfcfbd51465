import type { BodyDataType, MatchMethod, WebhookPart } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Integration } from './integration.entity.js';

/** A condition on webhooks. */
@Entity('integration_matcher')
// Matchers of one integration.
@Index('integration_matcher_integration', ['integrationId'])
export class IntegrationMatcher {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Integration, { onDelete: 'CASCADE' })
  integrationId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  matchType!: WebhookPart;

  @Column({ type: 'text', nullable: true })
  bodyDataType!: BodyDataType | null;

  @Column({ type: 'text', default: '' })
  key!: string;

  @Column({ type: 'text' })
  method!: MatchMethod;

  @Column({ type: 'text' })
  value!: string;
}
