import type { Inventory, TaskHost, TaskInput, TaskWithTemplate, Template } from '@switchyard/contracts';
import { CommandError, EXIT } from '../exit-codes.js';
import { findNamed } from '../find-named.js';
import { follow } from '../follow/follow.js';
import { ALL_LINES } from '../follow/log-printer.js';
import { printOne } from '../output/print.js';
import type { Invocation } from '../invocation.js';
import { type Answers, answersFor, readAnswers } from './answers.js';
import type { Registry } from './register.js';

interface RunOptions {
  follow?: boolean;
  answer?: string[];
  answersFile?: string;
  branch?: string;
  commit?: string;
  message?: string;
  inventory?: string;
  build?: string;
  limit?: string;
  failedOf?: string;
  argument?: string[];
  dryRun?: boolean;
  diff?: boolean;
  debug?: boolean;
  key?: string;
}

/** `run`: starts a template. */
export function addRun(registry: Registry): void {
  registry
    .add<RunOptions>(registry.program, 'run <template>', 'Start a template', run)
    .option('-f, --follow', 'show the log, and end with the exit code of the task')
    .option('-a, --answer <name=value...>', 'answer a question of the template')
    .option('--answers-file <file>', 'answers as JSON or YAML, "-" = stdin; secrets are given by this alone')
    .option('--branch <name>', 'another branch or tag')
    .option('--commit <hash>', 'another commit')
    .option('--message <text>', 'what it is started for')
    .option('--inventory <inventory>', 'another inventory or workspace')
    .option('--build <task>', 'number of the build that is deployed')
    .option('--limit <hosts>', 'hosts of an Ansible run')
    .option('--failed-of <task>', 'only the hosts that failed or were unreachable in this task')
    .option('--argument <text...>', 'arguments of the tool')
    .option('--dry-run', 'change nothing')
    .option('--diff', 'show differences')
    .option('--debug', 'show more')
    .option('--key <text>', 'idempotency key: a second start with it gives the task of the first');
}

async function run(invocation: Invocation, [name = '']: string[], options: RunOptions): Promise<number> {
  const base = await invocation.pathInProject('');
  const { id } = findNamed('template', await invocation.client.get<Template[]>(`${base}/templates`), name);
  const template = await invocation.client.get<Template>(`${base}/templates/${id}`);
  const given = await readAnswers(invocation.terminal, options.answer ?? [], options.answersFile);
  const answers = await answersFor(invocation.terminal, template.survey_vars ?? [], given);
  const limit = options.failedOf === undefined ? options.limit : await failedHosts(invocation, base, template, options);
  const inventoryId = options.inventory && (await inventoryIdOf(invocation, base, options.inventory));
  const task = await invocation.client.json<TaskWithTemplate>({
    method: 'POST',
    path: `${base}/tasks`,
    body: launchOf(id, answers, inventoryId || null, { ...options, limit }),
    headers: headersOf(options, invocation.terminal.env['TRACEPARENT']),
  });
  warnIgnored(invocation, task);
  if (options.follow) {
    invocation.terminal.stderr.write(`Task #${task.id}\n`);
    return follow(invocation, { projectId: task.project_id, taskId: task.id }, ALL_LINES);
  }
  await printOne(invocation.terminal, invocation.format, task, [
    { title: 'Task', text: (started) => `#${started.id}` },
    { title: 'Status', text: ({ status }) => status },
  ]);
  return EXIT.ok;
}

/** @param traceparent of the pipeline that starts the task, by the name that OpenTelemetry's tools give it */
const headersOf = ({ key }: RunOptions, traceparent: string | undefined): Record<string, string> => ({
  ...(key !== undefined && { 'idempotency-key': key }),
  ...(traceparent !== undefined && { traceparent }),
});

async function inventoryIdOf(invocation: Invocation, base: string, name: string): Promise<number> {
  return findNamed('inventory', await invocation.client.get<Inventory[]>(`${base}/inventory`), name).id;
}

/** @throws when there are none, or the template would run on all hosts all the same */
async function failedHosts(
  { client }: Invocation,
  base: string,
  template: Template,
  { limit, failedOf = '' }: RunOptions,
): Promise<string> {
  const task = taskNumber(failedOf);
  if (limit !== undefined) {
    throw new CommandError('--limit and --failed-of exclude each other', EXIT.usage);
  }
  if (template.task_params?.['allow_override_limit'] !== true) {
    throw new CommandError(`The template "${template.name}" does not let a start limit its hosts`, EXIT.usage);
  }
  const hosts = await client.get<TaskHost[]>(`${base}/tasks/${task}/ansible/hosts`);
  const failed = hosts.filter((host) => host.failed > 0 || host.unreachable > 0).map(({ host }) => host);
  if (failed.length === 0) {
    throw new CommandError(`No host failed in task #${task}`, EXIT.notFound);
  }
  return failed.join(',');
}

/** Body of the launch; what is not asked for is left to the template. */
function launchOf(
  templateId: number,
  { values, secrets }: Answers,
  inventoryId: number | null,
  options: RunOptions,
): Partial<Record<keyof TaskInput, unknown>> {
  return {
    template_id: templateId,
    environment: JSON.stringify(values),
    secret: JSON.stringify(secrets),
    message: options.message,
    git_branch: options.branch,
    commit_hash: options.commit,
    inventory_id: inventoryId,
    build_task_id: options.build === undefined ? null : taskNumber(options.build),
    limit: options.limit,
    arguments: options.argument && JSON.stringify(options.argument),
    dry_run: options.dryRun,
    diff: options.diff,
    debug: options.debug,
  };
}

function taskNumber(text: string): number {
  const number = Number(text.replace(/^#/, ''));
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new CommandError(`"${text}" is no number of a task`, EXIT.usage);
  }
  return number;
}

/** Warns of overrides that the template does not allow and the server has dropped. */
function warnIgnored({ terminal }: Invocation, { ignored }: TaskWithTemplate): void {
  if (ignored.length > 0) {
    terminal.stderr.write(
      `The template does not allow to override: ${ignored.map((entry) => entry.name).join(', ')}\n`,
    );
  }
}
