import type { Project, Runner } from '@switchyard/contracts';
import { CommandError } from '../exit-codes.js';
import type { SourceRunner } from '../files/semaphore/source-runners.js';
import type { Invocation } from '../invocation.js';
import { inert } from '../output/inert.js';

/** What a new registration lacks, whatever the runner was there. */
const LACKING = 'is a new registration: its machine joins with a token that its page makes';

/**
 * Registers new runners, or shows which. One whose name its project has already is left alone.
 * @param names names of projects here by their ids there
 */
export async function importRunners(
  invocation: Invocation,
  runners: readonly SourceRunner[],
  { names, dryRun }: { names: ReadonlyMap<number, string>; dryRun: boolean },
): Promise<void> {
  const projects = new Map((await invocation.client.get<Project[]>('/api/projects')).map(({ id, name }) => [name, id]));
  for (const runner of runners) {
    const name = runner.projectId === null ? null : names.get(runner.projectId);
    const path = pathOf(name, projects);
    const [output, line] = dryRun
      ? [invocation.terminal.stdout, await shown(invocation, runner, path)]
      : [invocation.terminal.stderr, await registered(invocation, runner, path)];
    output.write(line);
  }
}

/** Where a runner belongs; `null` = its project is not here, or not yet. @param project `undefined` = it is gone there */
function pathOf(project: string | null | undefined, projects: ReadonlyMap<string, number>): string | null {
  const id = projects.get(project ?? '');
  return project === null ? '/api/runners' : id === undefined ? null : `/api/project/${id}/runners`;
}

const isThere = async ({ client }: Invocation, { input }: SourceRunner, path: string): Promise<boolean> =>
  (await client.get<Runner[]>(path)).some(
    ({ name, project_id }) => name === input.name && (project_id === null) === (path === '/api/runners'),
  );

async function shown(invocation: Invocation, runner: SourceRunner, path: string | null): Promise<string> {
  const name = inert(runner.input.name);
  return path !== null && (await isThere(invocation, runner, path).catch(() => false))
    ? known(name)
    : `+ runner ${name}\n    note: ${LACKING}\n${webhookNote(runner)}`;
}

async function registered(invocation: Invocation, runner: SourceRunner, path: string | null): Promise<string> {
  const name = inert(runner.input.name);
  try {
    if (path === null) {
      return `! runner ${name} does not come: its project is not here\n`;
    }
    if (await isThere(invocation, runner, path)) {
      return known(name);
    }
    const { id } = await invocation.client.post<Runner>(path, runner.input);
    return `Imported runner ${name} as runner ${id}: it ${LACKING}\n`;
  } catch (error) {
    if (!(error instanceof CommandError)) {
      throw error;
    }
    return `! runner ${name} does not come: ${inert(error.message)}\n`;
  }
}

const known = (name: string): string => `There is a runner ${name} already: it is left alone\n`;

const webhookNote = ({ input }: SourceRunner): string =>
  input.webhook === '' ? '' : '    note: calls of its webhook are signed here, with a secret that its page renews\n';
