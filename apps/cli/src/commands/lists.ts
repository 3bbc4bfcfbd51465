import { own, type Project, type Runner, type Schedule, type Template } from '@switchyard/contracts';
import type { Command } from 'commander';
import { contextFile, readContexts, writeContexts } from '../contexts/context-file.js';
import { CommandError, EXIT } from '../exit-codes.js';
import { findNamed } from '../find-named.js';
import { momentText } from '../output/moments.js';
import { printList } from '../output/print.js';
import type { Column } from '../output/table.js';
import type { Invocation } from '../invocation.js';
import type { Registry } from './register.js';

const PROJECTS: readonly Column<Project>[] = [
  { title: 'ID', text: ({ id }) => String(id) },
  { title: 'NAME', text: ({ name }) => name },
];

const TEMPLATES: readonly Column<Template>[] = [
  { title: 'ID', text: ({ id }) => String(id) },
  { title: 'APP', text: ({ app }) => app || 'ansible' },
  { title: 'TYPE', text: ({ type }) => type || 'task' },
  { title: 'LAST', text: ({ last_task: last }) => last?.status ?? '' },
  { title: 'NAME', text: ({ name }) => name },
];

const SCHEDULES: readonly Column<Schedule>[] = [
  { title: 'ID', text: ({ id }) => String(id) },
  { title: 'ACTIVE', text: ({ active }) => (active ? 'yes' : 'no') },
  { title: 'WHEN', text: (schedule) => schedule.cron_format || momentText(schedule.run_at) },
  { title: 'NEXT', text: (schedule) => momentText(schedule.next_run_at) },
  { title: 'STARTS', text: (schedule) => schedule.tpl_name || schedule.workflow_name },
  { title: 'NAME', text: ({ name }) => name },
];

const RUNNERS: readonly Column<Runner>[] = [
  { title: 'ID', text: ({ id }) => String(id) },
  { title: 'STATE', text: (runner) => stateOf(runner) },
  { title: 'SLOTS', text: ({ used, limit }) => `${used}/${limit || '∞'}` },
  { title: 'TAGS', text: ({ tags }) => tags.join(',') },
  { title: 'VERSION', text: ({ version }) => version },
  { title: 'NAME', text: ({ name }) => name },
];

const stateOf = ({ active, draining, health }: Runner): string =>
  !active ? 'off' : draining ? `${health} (draining)` : health;

/** Commands that list what there is, and switch it. */
export function addLists(registry: Registry): void {
  addProjects(registry);
  addSchedules(registry);
  registry.add(registry.program, 'templates', 'List the templates of the project', async (invocation) => {
    const templates = await invocation.client.get<Template[]>(await invocation.pathInProject('/templates'));
    await printList(invocation.terminal, invocation.format, templates, TEMPLATES);
  });
  registry
    .add<{ all?: boolean }>(registry.program, 'runners', 'List runners', async (invocation, _, { all }) => {
      const path = all ? '/api/runners' : await invocation.pathInProject('/runners');
      await printList(invocation.terminal, invocation.format, await invocation.client.get<Runner[]>(path), RUNNERS);
    })
    .option('--all', 'those of the installation, for administrators');
}

function addProjects(registry: Registry): void {
  const list = async (invocation: Invocation): Promise<void> => {
    const projects = await invocation.client.get<Project[]>('/api/projects');
    await printList(invocation.terminal, invocation.format, projects, PROJECTS);
  };
  const projects = group(registry.program, 'projects', 'List projects, and choose the one that commands are about');
  registry.add(projects, 'list', 'List your projects', list, { isDefault: true });
  registry.add(projects, 'use <project>', 'Choose the project of the current context', useProject);
}

async function useProject(invocation: Invocation, [name = '']: string[]): Promise<void> {
  const project = findNamed('project', await invocation.client.get<Project[]>('/api/projects'), name);
  const file = contextFile(invocation.terminal.env);
  const kept = await readContexts(file);
  const context = own(kept.contexts, kept.current ?? '');
  if (context === undefined) {
    throw new CommandError('There is no current context. Run "switchyard login SERVER".', EXIT.usage);
  }
  context.project = project.id;
  await writeContexts(file, kept);
  invocation.terminal.stdout.write(`Commands are about ${project.name} now.\n`);
}

function addSchedules(registry: Registry): void {
  const schedules = group(registry.program, 'schedules', 'List schedules, pause and resume them');
  const all = async (invocation: Invocation): Promise<Schedule[]> =>
    invocation.client.get<Schedule[]>(await invocation.pathInProject('/schedules'));
  const setActive = async (invocation: Invocation, name: string, body: object): Promise<void> => {
    const { id } = findNamed('schedule', await all(invocation), name);
    await invocation.client.put(await invocation.pathInProject(`/schedules/${id}/active`), body);
  };
  registry.add(
    schedules,
    'list',
    'List the schedules of the project',
    async (invocation) => printList(invocation.terminal, invocation.format, await all(invocation), SCHEDULES),
    { isDefault: true },
  );
  registry
    .add<{ reason?: string }>(
      schedules,
      'pause <schedule>',
      'Pause a schedule',
      (invocation, [name = ''], { reason }) => setActive(invocation, name, { active: false, reason: reason ?? '' }),
    )
    .option('--reason <text>', 'why');
  registry.add(schedules, 'resume <schedule>', 'Resume a schedule', (invocation, [name = '']) =>
    setActive(invocation, name, { active: true }),
  );
}

const group = (program: Command, name: string, summary: string): Command => program.command(name).description(summary);
