import {
  appPage,
  effectiveApp,
  gitUrlKind,
  inventoryTypesOf,
  isForeignStack,
  isAppKey,
  isDefaultApp,
  MAX_BUILD_CHAIN,
  parseObject,
  problem,
  type ScheduleTaskParams,
  type WorkflowInput,
  workspaceTypeOf,
} from '@switchyard/contracts';
import { yamlProblem } from '@switchyard/contracts/yaml';
import type { Template } from '@switchyard/database';
import { expressionFaults, partedParams } from '@switchyard/engine';
import { UserError } from '@switchyard/server';
import type { ResourceNoun, RowOfNoun } from '../../../definitions/all-resources.js';
import { isBecomeKey } from '../../../definitions/inventory.js';
import type { ScheduleCalendar } from '../../../resources/schedules/schedule-calendar.js';
import { buildChainFault, inventoryFault } from '../../../resources/templates/template-faults.js';
import { mapInTurns } from '../../../platform/workers/in-turns.js';
import { columnsOf, type ReadRow, type ReadRows } from './document-reader.js';
import type { Findings } from './findings.js';
import type { OpenedSecrets } from './opened-secrets.js';
import { openedOf, sealAnswers, sealChannel, sealEnvironment, sealKey, sealRepository } from './row-secrets.js';

/** Facts by which the rules judge. */
export interface RuleContext {
  rows: ReadRows;
  findings: Findings;
  calendar: ScheduleCalendar;
  /** Ids of apps that somebody added. */
  apps: ReadonlySet<string>;
  opened: OpenedSecrets;
}

/** @param place of the row in its list, from 1 */
type Rule = (row: ReadRow, context: RuleContext, place: number) => void;

/** Rules beyond the schema of each kind, as its service enforces them, judged by the file alone. */
const RULES: Readonly<Record<ResourceNoun, Rule | null>> = {
  key: sealKey,
  repository: judgeRepository,
  inventory: judgeInventory,
  environment: sealEnvironment,
  view: null,
  template: judgeTemplate,
  schedule: judgeSchedule,
  integration: judgeIntegration,
  channel: judgeChannel,
  workflow: judgeWorkflow,
};

/** Completes the rows of a file. Faults are in the findings. */
export async function judge(context: RuleContext): Promise<void> {
  for (const [noun, rows] of context.rows) {
    await mapInTurns(rows, (row, index) => RULES[noun]?.(row, context, index + 1));
  }
}

/** The columns of the row at a place of a list; `null` = none. */
function at<N extends ResourceNoun>(
  { rows }: RuleContext,
  noun: N,
  place: number | null | undefined,
): RowOfNoun<N> | null {
  const row = place ? rows.get(noun)?.[place - 1] : undefined;
  return row === undefined ? null : columnsOf(row, noun);
}

function judgeRepository(row: ReadRow, context: RuleContext): void {
  const { sshKeyId, secondKeyId, gitUrl } = columnsOf(row, 'repository');
  refuseApps(row, context, { second_key: secondKeyId });
  const key = at(context, 'key', sshKeyId);
  if (key && isAppKey(key) && appPage(gitUrl) === null) {
    context.findings.refuse([...row.path, 'ssh_key'], 'github_app_address');
  }
  sealRepository(row, context);
}

/** No task gets a GitHub App. */
function refuseApps({ path }: ReadRow, context: RuleContext, keys: Record<string, number | null>): void {
  for (const [member, place] of Object.entries(keys)) {
    const key = at(context, 'key', place);
    if (key && isAppKey(key)) {
      context.findings.refuse([...path, member], 'github_app_use');
    }
  }
}

function judgeInventory(row: ReadRow, context: RuleContext): void {
  const { type, inventory, templateId, sshKeyId, becomeKeyId } = columnsOf(row, 'inventory');
  refuseApps(row, context, { ssh_key: sshKeyId });
  const fault = type === 'static-yaml' ? yamlProblem(inventory) : null;
  if (fault) {
    context.findings.refuseWith([...row.path, 'inventory'], fault);
  }
  const becomeKey = at(context, 'key', becomeKeyId);
  if (becomeKey && !isBecomeKey(becomeKey)) {
    context.findings.refuse([...row.path, 'become_key'], 'not_login_password');
  }
  const template = at(context, 'template', templateId);
  if (template && !inventoryTypesOf(effectiveApp(template.app))?.includes(type)) {
    context.findings.refuse([...row.path, 'template'], 'app_inventory_type');
  }
  if (template && isForeignStack(effectiveApp(template.app), { type, inventory })) {
    context.findings.refuse([...row.path, 'inventory'], 'stack_name');
  }
}

function judgeTemplate(row: ReadRow, context: RuleContext, place: number): void {
  const { path, children } = row;
  const { findings, apps } = context;
  const template = columnsOf(row, 'template');
  const app = effectiveApp(template.app);
  if (!isDefaultApp(app) && !apps.has(app)) {
    findings.refuse([...path, 'app'], 'no_such_app');
  }
  judgeUsedInventory(row, context, place);
  judgeChain(row, context);
  const imageKey = at(context, 'key', template.imageKeyId);
  if (imageKey && !isBecomeKey(imageKey)) {
    findings.refuse([...path, 'image_key'], 'not_login_password');
  }
  for (const [index, vault] of children.flatMap(({ rows }) => rows).entries()) {
    const key = at(context, 'key', vault.vaultKeyId as number | null);
    if (key && key.type !== 'login_password') {
      findings.refuse([...path, 'vaults', index, 'vault_key'], 'not_login_password');
    }
  }
  template.surveyVars.forEach(({ type, secret_default: isKept, default_value: given }, index) => {
    if (type === 'secret' && isKept === true && given === '') {
      findings.note([...path, 'survey_vars', index, 'default_value'], 'restore_secret');
    }
  });
}

/** A workspace belongs to the first template that uses it, where the file names none. */
function judgeUsedInventory(row: ReadRow, context: RuleContext, place: number): void {
  const { path } = row;
  const template = columnsOf(row, 'template');
  const inventory = at(context, 'inventory', template.inventoryId);
  const fault = inventory && inventoryFault(template.app, inventory);
  if (fault) {
    context.findings.refuseWith([...path, 'inventory'], fault);
  } else if (inventory && workspaceTypeOf(template.app) !== null) {
    inventory.templateId ??= place;
  }
}

function judgeChain(row: ReadRow, context: RuleContext): void {
  const { path } = row;
  const template = columnsOf(row, 'template');
  const first = template.buildTemplateId;
  if (!first) {
    return;
  }
  const chain: Template[] = [];
  let next = at(context, 'template', first);
  while (next && chain.length <= MAX_BUILD_CHAIN) {
    chain.push({ ...next, id: next === template ? 1 : 0 });
    next = next.type === 'deploy' ? at(context, 'template', next.buildTemplateId) : null;
  }
  const fault = buildChainFault(chain, 1);
  if (fault) {
    context.findings.refuseWith([...path, 'build_template'], fault);
  }
}

/** Launches judge the rest of the parameters; answers to secret questions are kept when they were sealed. */
function keepParams(row: ReadRow, noun: 'schedule' | 'integration', context: RuleContext): void {
  const template = at(context, 'template', row.columns.templateId as number);
  const questions = template?.surveyVars ?? [];
  const secret = new Set(questions.flatMap(({ type, name }) => (type === 'secret' ? [name] : [])));
  const params = (row.input as { task_params: ScheduleTaskParams }).task_params;
  const { taskParams, answers } = partedParams(params, secret);
  Object.assign(row.columns, { taskParams, secret: null });
  if (openedOf(row, 'task_params.secret', context.opened) !== undefined) {
    row.seals = sealAnswers(noun, JSON.stringify(answers));
  } else if (Object.keys(parseObject(JSON.stringify(answers))).length > 0) {
    context.findings.note([...row.path, 'task_params'], 'restore_secret');
  }
}

function judgeWorkflow(row: ReadRow, { findings }: RuleContext): void {
  for (const { path, fault } of expressionFaults(row.input as WorkflowInput)) {
    findings.refuseWith([...row.path, ...path], fault);
  }
}

function judgeSchedule(row: ReadRow, context: RuleContext): void {
  const { path } = row;
  const { findings, calendar } = context;
  keepParams(row, 'schedule', context);
  const schedule = columnsOf(row, 'schedule');
  const repository = at(context, 'repository', schedule.repositoryId);
  if (repository && gitUrlKind(repository.gitUrl) === 'local') {
    findings.refuse([...path, 'checkable_repository'], 'schedule_local');
  }
  if (schedule.active && schedule.type === 'run_at' && (schedule.runAt ?? 0) <= new Date()) {
    schedule.active = false;
    findings.note([...path, 'run_at'], 'restore_past');
  }
  try {
    calendar.require(schedule);
    schedule.nextDue = schedule.active ? calendar.next(schedule, null) : null;
  } catch (error) {
    const fault = error instanceof UserError ? (error.problem ?? problem('invalid')) : null;
    if (fault === null) {
      throw error;
    }
    findings.refuseWith([...path, 'cron_format'], fault);
  }
  if (schedule.active) {
    findings.note([...path, 'active'], 'restore_active');
  }
}

function judgeIntegration(row: ReadRow, context: RuleContext): void {
  const { path, children } = row;
  const isNew = (list: string, index: number): boolean => !context.opened.has([...path, list, index].join('.'));
  keepParams(row, 'integration', context);
  const key = at(context, 'key', columnsOf(row, 'integration').authSecretId);
  if (key && key.type !== 'login_password') {
    context.findings.refuse([...path, 'auth_secret'], 'not_login_password');
  }
  if (
    children.some(({ child: { backup }, rows }) => 'fresh' in backup && rows.some((_, at) => isNew(backup.list, at)))
  ) {
    context.findings.note([...path, 'aliases'], 'restore_alias');
  }
}

/** Without its secret a channel reaches nobody. */
function judgeChannel(row: ReadRow, context: RuleContext): void {
  if (!sealChannel(row, context)) {
    columnsOf(row, 'channel').active = false;
    context.findings.note(row.path, 'restore_channel');
  }
}
