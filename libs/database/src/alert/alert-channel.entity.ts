import type { AlertChannelType, AlertEvent } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';

/** Where alerts of a project go, besides the channels of the server. */
@Entity('alert_channel')
// Channels of one project.
@Index('alert_channel_project', ['projectId'])
export class AlertChannel {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  type!: AlertChannelType;

  @Column({ type: 'boolean', default: true })
  active!: boolean;

  /** Events about which it is alerted. */
  @Column({ type: 'text', array: true, default: [] })
  events!: AlertEvent[];

  /** Mail addresses, the id of a chat, or the host of the address. */
  @Column({ type: 'text', default: '' })
  target!: string;

  /** Ciphertext of address and token: a JSON object; `null` = none is needed. */
  @Column({ type: 'text', nullable: true })
  secret!: string | null;
}
