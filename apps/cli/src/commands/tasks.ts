import type { NamedOutput, TaskSnapshot, TaskWithTemplate, Template } from '@switchyard/contracts';
import { EXIT, CommandError } from '../exit-codes.js';
import { findNamed } from '../find-named.js';
import { durationText, momentText } from '../output/moments.js';
import { printList, printOne } from '../output/print.js';
import type { Column } from '../output/table.js';
import type { Invocation } from '../invocation.js';
import type { Registry } from './register.js';

const TASKS: readonly Column<TaskWithTemplate>[] = [
  { title: 'ID', text: ({ id }) => String(id) },
  { title: 'STATUS', text: ({ status }) => status },
  { title: 'CREATED', text: ({ created }) => momentText(created) },
  { title: 'TIME', text: ({ start, end }) => durationText(start, end) },
  { title: 'BY', text: (task) => starterOf(task) },
  { title: 'TEMPLATE', text: (task) => task.tpl_alias },
  { title: 'MESSAGE', text: ({ message, version }) => message || (version ?? '') },
];

/** A task with what it ran in. */
type ShownTask = TaskWithTemplate & Partial<Pick<TaskSnapshot, 'image' | 'image_digest'>>;

const FACTS: readonly Column<ShownTask>[] = [
  { title: 'Task', text: ({ id }) => `#${id}` },
  { title: 'Template', text: (task) => task.tpl_alias },
  { title: 'Status', text: ({ status }) => status },
  { title: 'Reason', text: (task) => task.end_reason ?? '' },
  { title: 'Exit code', text: ({ exit_code: code }) => (code === null ? '' : String(code)) },
  { title: 'Waits for', text: (task) => task.waiting_reason?.text ?? '' },
  { title: 'Started by', text: (task) => starterOf(task) },
  { title: 'Message', text: ({ message }) => message },
  { title: 'Version', text: ({ version }) => version ?? '' },
  { title: 'Branch', text: (task) => task.git_branch ?? '' },
  { title: 'Commit', text: (task) => task.commit_hash ?? '' },
  { title: 'Runner', text: (task) => task.runner_name ?? '' },
  { title: 'Image', text: ({ image, image_digest: digest }) => [image, digest].filter(Boolean).join('@') },
  { title: 'Created', text: ({ created }) => momentText(created) },
  { title: 'Started', text: ({ start }) => momentText(start) },
  { title: 'Ended', text: ({ end }) => momentText(end) },
];

const OUTPUTS: readonly Column<NamedOutput>[] = [
  { title: 'NAME', text: ({ name }) => name },
  { title: 'TYPE', text: ({ type }) => type },
  { title: 'VALUE', text: (output) => outputText(output) },
];

/** A text as it is, anything else as JSON. */
const outputText = ({ secret, value }: NamedOutput): string => {
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return secret ? '••• secret' : shown;
};

const starterOf = (task: TaskWithTemplate): string =>
  task.user_name ?? task.schedule_name ?? task.integration_name ?? '';

interface TaskFilters {
  template?: string;
  status?: string[];
  limit: string;
}

/** Commands about tasks that were started. */
export function addTasks(registry: Registry): void {
  const { program } = registry;
  const tasks = program.command('tasks').description('List tasks, newest first');
  registry
    .add<TaskFilters>(tasks, 'list', 'List tasks, newest first', listTasks, { isDefault: true })
    .option('--template <template>', 'those of one template')
    .option('--status <status...>', 'those with one of these statuses')
    .option('--limit <number>', 'how many', '20');
  registry.add(tasks, 'show <task>', 'Show one task', async (invocation, [task = '']) =>
    printOne(invocation.terminal, invocation.format, await readTask(invocation, task), FACTS),
  );
  registry.add(program, 'outputs <task>', 'List what a task has published', async (invocation, [task = '']) => {
    const outputs = await invocation.client.get<NamedOutput[]>(`${await taskPath(invocation, task)}/outputs`);
    await printList(invocation.terminal, invocation.format, outputs, OUTPUTS);
  });
  registry
    .add<{ force?: boolean; reason?: string }>(program, 'stop <task>', 'Stop a task', (invocation, [task = ''], how) =>
      act(invocation, task, 'stop', { force: how.force === true, reason: how.reason }),
    )
    .option('--force', 'end its processes at once')
    .option('--reason <text>', 'why');
  for (const decision of ['confirm', 'reject'] as const) {
    registry
      .add<{ reason?: string }>(
        program,
        `${decision} <task>`,
        SUMMARIES[decision],
        (invocation, [task = ''], { reason }) => act(invocation, task, decision, { reason }),
      )
      .option('--reason <text>', 'why');
  }
}

const SUMMARIES = {
  confirm: 'Confirm the plan of a task, which is then applied',
  reject: 'Reject the plan of a task',
} as const;

/** Tasks that no runner had, or that were imported, ran in nothing that is known. */
async function readTask(invocation: Invocation, text: string): Promise<ShownTask> {
  const path = await taskPath(invocation, text);
  const task = await invocation.client.get<TaskWithTemplate>(path);
  const ran = task.runner_id === null ? null : invocation.client.get<TaskSnapshot>(`${path}/snapshot`);
  const { image = null, image_digest = null } = (await ran?.catch(() => null)) ?? {};
  return { ...task, image, image_digest };
}

async function listTasks(invocation: Invocation, _: string[], { template, status, limit }: TaskFilters): Promise<void> {
  const templateId = template === undefined ? undefined : await templateIdOf(invocation, template);
  const query = { template_id: templateId, status: status?.join(','), limit };
  const tasks = await invocation.client.get<TaskWithTemplate[]>(await invocation.pathInProject('/tasks'), query);
  await printList(invocation.terminal, invocation.format, tasks, TASKS);
}

async function templateIdOf(invocation: Invocation, name: string): Promise<number> {
  const templates = await invocation.client.get<Template[]>(await invocation.pathInProject('/templates'));
  return findNamed('template', templates, name).id;
}

async function act(invocation: Invocation, task: string, action: string, body: object): Promise<void> {
  await invocation.client.post(`${await taskPath(invocation, task)}/${action}`, body);
}

/** Path of a task by its number. @throws CommandError when the text is no number */
export const taskPath = async (invocation: Invocation, text: string): Promise<string> =>
  invocation.pathInProject(`/tasks/${taskNumber(text)}`);

/** The number of a task, with or without `#`. @throws CommandError */
export function taskNumber(text: string): number {
  const number = /^#?([1-9]\d{0,9})$/.exec(text)?.[1];
  if (number === undefined) {
    throw new CommandError(`"${text}" is no number of a task`, EXIT.usage);
  }
  return Number(number);
}
