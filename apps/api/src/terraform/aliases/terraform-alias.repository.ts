import { TerraformAlias } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** A workspace of a project. */
export type Workspace = Pick<TerraformAlias, 'projectId' | 'inventoryId'>;

/** By id. */
export const listAliases = (manager: EntityManager, workspace: Workspace): Promise<TerraformAlias[]> =>
  manager.find(TerraformAlias, { where: { ...workspace }, order: { id: 'ASC' } });

export const countAliases = (manager: EntityManager, inventoryId: number): Promise<number> =>
  manager.countBy(TerraformAlias, { inventoryId });

export const findAlias = (manager: EntityManager, workspace: Workspace, id: number): Promise<TerraformAlias | null> =>
  manager.findOneBy(TerraformAlias, { ...workspace, id });

export const insertAlias = (manager: EntityManager, fresh: Omit<TerraformAlias, 'id'>): Promise<TerraformAlias> =>
  manager.save(manager.create(TerraformAlias, fresh));

export async function setKey(manager: EntityManager, id: number, authKeyId: number): Promise<void> {
  await manager.update(TerraformAlias, { id }, { authKeyId });
}

export async function deleteAlias(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(TerraformAlias, { id });
}
