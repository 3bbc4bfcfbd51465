import type { BodyDataType, VariableType, WebhookPart } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Integration } from './integration.entity.js';

/** A value of webhooks that launches get. */
@Entity('integration_value')
// Values of one integration.
@Index('integration_value_integration', ['integrationId'])
export class IntegrationValue {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Integration, { onDelete: 'CASCADE' })
  integrationId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  valueSource!: WebhookPart;

  @Column({ type: 'text', nullable: true })
  bodyDataType!: BodyDataType | null;

  @Column({ type: 'text', default: '' })
  key!: string;

  @Column({ type: 'text' })
  variable!: string;

  @Column({ type: 'text', default: 'environment' })
  variableType!: VariableType;
}
