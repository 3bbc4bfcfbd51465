import { ancestorsOf, TaskInput } from '@switchyard/contracts';
import { type LaunchOutcome, launchTogether, type OriginatedLaunch } from '../launch/launch-together.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import { runnable } from './advance.js';
import type { HeldRun, Holding, RunNode } from './held-run.js';

/** Nodes of a held run whose tasks are to be launched. */
interface Launching {
  run: HeldRun;
  nodes: ReadonlyMap<string, RunNode>;
  ids: readonly string[];
}

/**
 * Launches the tasks of nodes by the rules of every launch. A deploy deploys what the nodes before it have built.
 * @returns in the order of the ids; a launch whose own row is damaged is refused without an issue
 */
export async function launchNodes(
  engine: Engine,
  { on, together }: Holding,
  { run, nodes, ids }: Launching,
): Promise<LaunchOutcome[]> {
  if (ids.length === 0) {
    return [];
  }
  const builds = await readBuilds(on, run.id);
  const known = runnable(run.graph);
  const launches = ids.flatMap((id): OriginatedLaunch[] => {
    const node = known.get(id);
    if (node?.kind !== 'template') {
      return [];
    }
    const { template_id, environment } = node;
    const build_task_id = buildFor(builds.get(template_id) ?? [], run, { nodes, id });
    return [
      {
        origin: { kind: 'workflow', userId: run.userId },
        request: { projectId: run.projectId, input: TaskInput.parse({ template_id, environment, build_task_id }) },
      },
    ];
  });
  const launched = await together(launches, (some, part) => launchTogether(engine, some, part));
  return launched.map((each) =>
    each.status === 'fulfilled' && each.value.status === 'fulfilled' ? each.value.value : { issues: [] },
  );
}

/** Tasks of a run that built well what a template deploys, by that template, oldest first. */
async function readBuilds(on: Executor, runId: number): Promise<Map<number, number[]>> {
  const found = await rows<{ templateId: number; tasks: number[] }>(
    on,
    `select deploy.id as "templateId", array_agg(t.id order by t.id) as tasks
       from workflow_node_run n join task t on t.id = n.task_id and t.status = 'success'
       join template deploy on deploy.project_id = t.project_id and deploy.build_template_id = t.template_id
        and deploy.type = 'deploy'
      where n.run_id = $1 group by deploy.id`,
    [runId],
  );
  return new Map(found.map(({ templateId, tasks }) => [templateId, tasks]));
}

/** The newest build among the nodes that lead to one; `null` = the newest of the template, as for every launch. */
function buildFor(
  builds: readonly number[],
  { graph }: HeldRun,
  { nodes, id }: { nodes: Launching['nodes']; id: string },
): number | null {
  const before = new Set([...ancestorsOf(graph, id)].flatMap((each) => nodes.get(each)?.taskId ?? []));
  return builds.findLast((task) => before.has(task)) ?? null;
}
