import { MAX_BUILD_CHAIN } from '@switchyard/contracts';
import { App, type Template, TemplateVault } from '@switchyard/database';
import { type EntityManager, In } from 'typeorm';

/** Whether something was set for an app: a custom one is there by that. */
export const isStoredApp = (manager: EntityManager, id: string): Promise<boolean> => manager.existsBy(App, { id });

/** Stores the vault passwords of a template in the place of the earlier ones; one that keeps its name keeps its id. */
export async function replaceVaults(
  manager: EntityManager,
  projectId: number,
  templateId: number,
  vaults: readonly Partial<TemplateVault>[],
): Promise<void> {
  const stored = await manager.findBy(TemplateVault, { templateId });
  const ids = new Map(stored.map((row) => [row.name, row.id]));
  const kept = new Set(vaults.map(({ name = null }) => name));
  await manager.delete(TemplateVault, { id: In(stored.filter(({ name }) => !kept.has(name)).map(({ id }) => id)) });
  for (const vault of vaults) {
    const row = { ...vault, projectId, templateId };
    const id = ids.get(vault.name ?? null);
    await (id === undefined ? manager.insert(TemplateVault, row) : manager.update(TemplateVault, { id }, row));
  }
}

/** A template between a deploy and its build. */
export type ChainedTemplate = Pick<Template, 'id' | 'type'>;

/**
 * The templates that a deploy of `templateId` stands on, that one first; one more than are allowed where there are too
 * many. Until the transaction ends nobody else makes such a chain longer in the project.
 */
export async function lockBuildChain(
  manager: EntityManager,
  projectId: number,
  templateId: number,
): Promise<ChainedTemplate[]> {
  await manager.query('select 1 from project where id = $1 for no key update', [projectId]);
  return manager.query<ChainedTemplate[]>(chainQuery, [templateId]);
}

const chainQuery = `
  with recursive chain as (
    select id, type, build_template_id, 1 as depth from template where id = $1
    union all
    select t.id, t.type, t.build_template_id, depth + 1
      from chain join template t on t.id = chain.build_template_id
     where chain.type = 'deploy' and depth <= ${MAX_BUILD_CHAIN})
  select id, type from chain order by depth`;
