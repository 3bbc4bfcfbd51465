import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AccessKey } from '../access-key/access-key.entity.js';
import { Inventory } from '../inventory/inventory.entity.js';
import { Project } from '../project/project.entity.js';

/** An address of the HTTP backend for the state of one workspace. */
@Entity('terraform_alias')
@Index('terraform_alias_key', ['alias'], { unique: true })
// Aliases of one workspace.
@Index('terraform_alias_inventory', ['inventoryId'])
@Index('terraform_alias_project', ['projectId'])
@Index('terraform_alias_auth_key', ['authKeyId'])
export class TerraformAlias {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Inventory, { onDelete: 'CASCADE' })
  inventoryId!: number;

  /** 32 random letters and digits, the last part of the address. */
  @Column({ type: 'text' })
  alias!: string;

  /** Key with the login and password that the backend asks for. */
  @Column({ type: 'int' })
  @ForeignKey(() => AccessKey)
  authKeyId!: number;
}
