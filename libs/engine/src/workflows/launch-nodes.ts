import { ancestorsOf, type Issue, issueAt, parseObject, problem, TaskInput } from '@switchyard/contracts';
import { type LaunchOutcome, launchTogether, type OriginatedLaunch } from '../launch/launch-together.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import { runnable } from './advance.js';
import type { HeldRun, Holding, RunNode } from './held-run.js';

/** A node of a held run whose task is to be launched. */
interface NodeLaunch {
  run: HeldRun;
  nodes: ReadonlyMap<string, RunNode>;
  id: string;
  /** Extra variables beside those of the node. */
  variables: Readonly<Record<string, unknown>>;
}

/**
 * Launches the tasks of nodes by the rules of every launch. A deploy deploys what the nodes before it have built.
 * @returns in their order; a launch whose own row is damaged is refused without an issue
 */
export async function launchNodes(
  engine: Engine,
  { on, together }: Holding,
  launching: readonly NodeLaunch[],
): Promise<LaunchOutcome[]> {
  if (launching.length === 0) {
    return [];
  }
  const templates = await readBuildTemplates(on, launching);
  const planned = launching.map((launch) => plannedLaunch(launch, templates));
  const launches = planned.flatMap((each) => ('request' in each ? [each] : []));
  const launched = (await together(launches, (some, part) => launchTogether(engine, some, part))).values();
  return planned.map((each) => {
    if (!('request' in each)) {
      return each;
    }
    const outcome = launched.next().value;
    return outcome?.status === 'fulfilled' && outcome.value.status === 'fulfilled'
      ? outcome.value.value
      : { issues: [] };
  });
}

/** What a node launches. What an approval has let through is never another build, so one that is gone is none. */
function plannedLaunch(
  { run, nodes, id, variables }: NodeLaunch,
  templates: ReadonlyMap<number, number>,
): OriginatedLaunch | { issues: Issue[] } {
  const known = runnable(run.graph);
  const node = known.get(id);
  if (node?.kind !== 'template') {
    return { issues: [] };
  }
  const { template_id, environment } = node;
  const builds = [...ancestorsOf(run.graph, id)].flatMap((each) => {
    const before = known.get(each);
    const built = nodes.get(each);
    const isBuild = before?.kind === 'template' && before.template_id === templates.get(template_id);
    return isBuild && built?.status === 'success' ? [built] : [];
  });
  if (builds.some(({ taskStatus }) => taskStatus === null)) {
    return { issues: [issueAt([], problem('node_task_gone'))] };
  }
  const newest = Math.max(0, ...builds.map(({ taskId }) => taskId ?? 0));
  const input = TaskInput.safeParse({
    template_id,
    environment: withVariables(environment, variables),
    build_task_id: newest || null,
  });
  return input.success
    ? { origin: { kind: 'workflow', userId: run.userId }, request: { projectId: run.projectId, input: input.data } }
    : { issues: [issueAt([], problem('expression_result'))] };
}

const withVariables = (environment: string | null, variables: Readonly<Record<string, unknown>>): string | null =>
  Object.keys(variables).length === 0 ? environment : JSON.stringify({ ...parseObject(environment), ...variables });

/** The templates that deploys among the nodes deploy, by those of the deploys. */
async function readBuildTemplates(on: Executor, launching: readonly NodeLaunch[]): Promise<Map<number, number>> {
  const templateIds = launching.flatMap(({ run, id }) => {
    const node = runnable(run.graph).get(id);
    return node?.kind === 'template' ? [node.template_id] : [];
  });
  const found = await rows<{ id: number; build: number }>(
    on,
    `select id, build_template_id as build from template
      where id = any($1::int[]) and type = 'deploy' and build_template_id is not null`,
    [templateIds],
  );
  return new Map(found.map(({ id, build }) => [id, build]));
}
