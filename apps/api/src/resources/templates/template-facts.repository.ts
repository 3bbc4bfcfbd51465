import { columnsOf, entityOf, type RowOf, Template, TemplateVault } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import { ACTIVE_TASK_IDS } from '../../tasks/task-pages.repository.js';
import type { LastPlan } from './template-drift.js';

/** Which templates of a project are read; a filter that is left out admits all. */
export interface TemplateFilter {
  id?: number;
  viewId?: number;
  /** Names of apps as they are stored. */
  apps?: readonly string[];
}

/** A template with what the lists show beside its own columns. */
export interface TemplateFacts {
  row: Template;
  vaults: TemplateVault[];
  /** Its tasks that have not ended. */
  activeTasks: number;
  /** Its last task that has made a plan. */
  plan: LastPlan | null;
  /** How many workspaces that are attached to it have drifted. */
  driftedWorkspaces: number;
}

type FactsRow = RowOf<Template> & {
  vaults: RowOf<TemplateVault>[];
  active_tasks: number;
  plan: LastPlan | null;
  drifted_workspaces: number;
};

const COLUMNS = columnsOf(Template)
  .map(({ name }) => `x.${name}`)
  .join(', ');

/** One text whatever is filtered, so that every connection prepares it once. */
const QUERY = `
  select ${COLUMNS}, coalesce(active.tasks, 0) as active_tasks, last.plan, coalesce(drifted.workspaces, 0) as drifted_workspaces,
         coalesce((select json_agg(v order by v.id) from template_vault v where v.template_id = x.id), '[]') as vaults
    from template x
    left join (
      select template_id, count(*)::int as tasks from task
       where project_id = $1 and id in (${ACTIVE_TASK_IDS}) group by template_id) active on active.template_id = x.id
    left join lateral (
      select json_build_object('task_id', id, 'status', status, 'params', params, 'plan_summary', plan_summary) as plan
        from task where template_id = x.id and plan_summary is not null order by id desc limit 1) last on true
    left join (
      select drift.template_id, count(*)::int as workspaces from workspace_drift drift
        join inventory on inventory.id = drift.inventory_id and inventory.template_id = drift.template_id
       where inventory.project_id = $1 and drift.status = 'drifted' group by drift.template_id) drifted on drifted.template_id = x.id
   where x.project_id = $1 and ($2::int is null or x.id = $2) and ($3::int is null or x.view_id = $3)
     and ($4::text[] is null or x.app = any($4))`;

/** Templates of a project with their facts, in one statement however many they are. */
export async function templatesWithFacts(
  dataSource: DataSource,
  projectId: number,
  { id, viewId, apps }: TemplateFilter,
): Promise<TemplateFacts[]> {
  const values = [projectId, id ?? null, viewId ?? null, apps ?? null];
  const rows = await dataSource.query<FactsRow[]>(QUERY, values);
  return rows.map((row) => ({
    row: entityOf(dataSource, Template, row),
    vaults: row.vaults.map((vault) => entityOf(dataSource, TemplateVault, { ...vault })),
    activeTasks: row.active_tasks,
    plan: row.plan,
    driftedWorkspaces: row.drifted_workspaces,
  }));
}
