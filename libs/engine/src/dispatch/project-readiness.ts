import {
  effectiveApp,
  type ProjectReadiness,
  type ReadyRunner,
  type WaitingReasonCode,
  waitingReason,
} from '@switchyard/contracts';
import { neededApp, runnerOnline } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { readRunners } from './runner-load.js';
import { decideWaitingReason } from './waiting-decision.js';

interface TemplateRow {
  id: number;
  tag: string;
  app: string;
}

/** Reasons that end by themselves: they keep nobody from launching. */
const PASSING: readonly WaitingReasonCode[] = ['queued', 'runners_busy'];

/** Whether a task of each template would find a runner, by the rules that explain why a task waits. */
export async function projectReadiness({ dataSource }: Engine, projectId: number): Promise<ProjectReadiness> {
  const [runners, templates, active, switchedOff] = await Promise.all([
    rows<ReadyRunner>(dataSource, runnersQuery, [projectId]),
    rows<TemplateRow>(dataSource, templatesQuery, [projectId]),
    readRunners(dataSource),
    readRunners(dataSource, false),
  ]);
  const blocked = templates.flatMap(({ id, tag, app: named }) => {
    const app = effectiveApp(named);
    const situation = { projectId, tag, app, workspace: null, templateBusy: false, projectFull: false };
    const { code, runner } = decideWaitingReason(situation, active, switchedOff);
    return PASSING.includes(code)
      ? []
      : [
          {
            template_id: id,
            reason: waitingReason(code, { tag, app, waiting_for: runner === null ? null : { runner } }),
          },
        ];
  });
  return { runners, blocked };
}

const runnersQuery = `
  select local, tags, apps from runner
   where active and ${runnerOnline()} and (project_id is null or project_id = $1)
   order by local desc, id limit 100`;

const templatesQuery = `
  select template.id, coalesce(template.runner_tag, inventory.runner_tag, '') as tag, ${neededApp('template', 'template.app')} as app
    from template left join inventory on inventory.id = template.inventory_id
   where template.project_id = $1 order by template.id`;
