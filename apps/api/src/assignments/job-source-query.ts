import type { StoredRow } from '../project-resources/stored-rows.js';

/** What {@link JOB_SOURCES} answers. */
export interface JobSourceRow {
  task: StoredRow;
  template: StoredRow;
  username: string | null;
  environment: StoredRow | null;
  app: StoredRow | null;
  plan: { sha256: string; size: number } | null;
  secrets: StoredRow[];
  vaults: StoredRow[];
  /** The template's and the task's. */
  inventories: StoredRow[];
  /** What these two hold, beside their rows: megabytes are cheaper as they are. The task's is null when it is the template's. */
  template_content: string | null;
  task_content: string | null;
  /** The template's and those of the inventories. */
  repositories: StoredRow[];
  /** Every key that one of the others names. */
  keys: StoredRow[];
}

/** A list of rows that may be empty. */
const list = (row: string, from: string, order = ''): string =>
  `(select coalesce(json_agg(${row} ${order}), '[]') from ${from})`;

/**
 * All that the job of the task `$1` is made of, in one round trip; `$2` is the app of templates that name none. Which
 * of the two inventories counts is for the reader to say.
 */
export const JOB_SOURCES = `
  with chosen as materialized (
    select task.id, task.user_id, task.decided, template.id as template_id, template.environment_id,
           template.repository_id, coalesce(nullif(template.app, ''), $2) as app,
           to_json(task) as task, to_json(template) as template,
           template.inventory_id as template_inventory_id, task.inventory_id as task_inventory_id
      from task join template on template.id = task.template_id where task.id = $1),
  inventories as materialized (
    select inventory.* from inventory, chosen where inventory.id in (template_inventory_id, task_inventory_id)),
  repositories as materialized (
    select git_repository.* from git_repository
     where id in (select repository_id from chosen union all select repository_id from inventories)),
  vaults as materialized (
    select template_vault.* from template_vault where template_id = (select template_id from chosen))
  select chosen.task, chosen.template,
         (select username from "user" where id = chosen.user_id) as username,
         (select to_json(environment) from environment where id = chosen.environment_id) as environment,
         (select to_json(app) from app where id = chosen.app) as app,
         (select json_build_object('sha256', sha256, 'size', size) from task_plan
           where chosen.decided is not null and task_id = chosen.id) as plan,
         ${list('s', 'environment_secret s where environment_id = chosen.environment_id')} as secrets,
         ${list('v', 'vaults v', 'order by v.id')} as vaults,
         ${list("to_jsonb(i) - 'inventory'", 'inventories i')} as inventories,
         (select inventory from inventories where id = template_inventory_id) as template_content,
         (select inventory from inventories
           where id = task_inventory_id and id is distinct from template_inventory_id) as task_content,
         ${list('r', 'repositories r')} as repositories,
         ${list(
           'k',
           `access_key k where id in (
              select ssh_key_id from repositories union all select ssh_key_id from inventories
              union all select become_key_id from inventories union all select vault_key_id from vaults)`,
         )} as keys
    from chosen`;
