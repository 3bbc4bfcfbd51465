import { join } from 'node:path';
import { type JobPlanning, jobSecrets, type PlanSummary, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import { pathInCheckout } from '../../git/checkout-path.js';
import { readText } from '../../files/attempt-files.js';
import { captureOutput } from '../../process/capture-output.js';
import type { Command } from '../../process/command.js';
import type { ExecutionResult } from '../../attempt/attempt-context.js';
import type { CheckedOutAttempt, Executor, PreparedRun } from '../executor.js';
import { findTool, type Tool } from '../find-tool.js';
import { loggedStep } from '../plans/logged-step.js';
import type { BundlePaths } from '../plans/plan-bundle.js';
import { warnOfOutside } from '../plans/outside-state.js';
import { PlanFile } from '../plans/plan-file.js';
import { packPlanView } from '../plans/plan-view/pack-plan-view.js';
import { viewOfPlan } from '../plans/plan-view/plan-view.js';
import { requireArguments } from '../plans/require-arguments.js';
import { waitingWords } from '../plans/waiting-words.js';
import { commandResult } from '../run-command.js';
import type { LoggedRunOptions } from '../run-logged.js';
import { taskDetails } from '../task-details.js';
import { toolEnvironment } from '../tool-environment.js';
import { variableExports } from '../variable-exports.js';
import { freeStack } from './free-stack.js';
import { cancelArguments, exportArguments, previewArguments, stackArguments, upArguments } from './pulumi-arguments.js';
import { destructionPlan, savedPlan } from './shown-plan.js';
import { StackFile } from './stack-file.js';
import { stackFilePath } from './stack-path.js';

/**
 * Runs a Pulumi program of the repository: select the stack, preview, and either update as previewed or leave the plan
 * for a decision. Backend and secrets provider come from the variable group (`PULUMI_ACCESS_TOKEN`,
 * `PULUMI_BACKEND_URL`, `PULUMI_CONFIG_PASSPHRASE`); variables become environment variables of the program.
 */
export const pulumiExecutor: Executor = { family: 'pulumi', prepare: preparePulumi };

const SUCCESS = { outcome: 'success', exitCode: 0, signal: null, reason: null } as const;

interface PulumiRun {
  attempt: CheckedOutAttempt;
  planning: JobPlanning;
  tool: Tool;
  directory: string;
  env: Readonly<Record<string, string>>;
  /** Where the plan is saved; for a destruction, which has no plan, a note of what was previewed. */
  plan: string;
  /** `null` when it lies outside of the checkout. */
  stackFile: StackFile | null;
}

async function preparePulumi(attempt: CheckedOutAttempt): Promise<PreparedRun> {
  const { context, workspace, checkout } = attempt;
  const { job, log } = context;
  if (!job.planning?.workspace) {
    throw new AttemptFailure(problem('stack_missing'));
  }
  requireArguments(job, job.planning);
  const defaults = {
    PULUMI_SKIP_UPDATE_CHECK: 'true',
    PULUMI_EXPERIMENTAL: 'true',
    ...variableExports(job),
  };
  const details = taskDetails(job, checkout.commit);
  const env = toolEnvironment({ attemptDir: workspace.dir, defaults, own: context.environment, job, details }, log);
  const directory = job.playbook
    ? await pathInCheckout(workspace.files, checkout.dir, job.playbook, 'word_directory')
    : checkout.dir;
  const stackPath = await stackFilePath(workspace.files, { checkout: checkout.dir, directory, planning: job.planning });
  const run = {
    attempt,
    planning: job.planning,
    tool: await findTool(job, env.PATH),
    directory,
    env,
    plan: join(workspace.dir, 'plan.json'),
    stackFile: stackPath === null ? null : await StackFile.open(workspace.files, stackPath),
  };
  return () => execute(run);
}

async function execute(run: PulumiRun): Promise<ExecutionResult> {
  const { context, checkout } = run.attempt;
  await checkout.access.close();
  context.log.section('dependencies', 'stack');
  warnOfOutside(context, /^file:\/\/(\/.*)$/.exec(run.env.PULUMI_BACKEND_URL ?? '')?.[1] ?? null);
  const confirmed = run.planning.confirmed_plan ? await fetchPlan(run) : null;
  const failed = await step(run, stackArguments(run.planning.workspace));
  if (failed) {
    return failed;
  }
  return confirmed ? apply(run, confirmed) : preview(run);
}

async function fetchPlan({ attempt, plan, stackFile }: PulumiRun): Promise<PlanFile> {
  const { context, workspace } = attempt;
  const paths = bundlePaths(plan);
  const confirmed = await PlanFile.confirmed(workspace.files, context, paths);
  if (await stackFile?.putBack(paths.stack, workspace.dir)) {
    context.log.system(`${stackFile?.name} is as it was when the plan was made`);
  }
  return confirmed;
}

async function preview(run: PulumiRun): Promise<ExecutionResult> {
  const { attempt, planning, plan } = run;
  const { context, workspace } = attempt;
  const { files } = workspace;
  context.log.section('plan', 'preview');
  const failed = await step(run, previewArguments(planning, plan));
  if (failed) {
    return failed;
  }
  if (planning.destroy) {
    await files.write(plan, JSON.stringify({ destroy: planning.workspace }));
  }
  const made = await PlanFile.made(files, bundlePaths(plan));
  const summary = await reportPlan(run);
  await adviseCommit(run);
  if (planning.plan_only || isUnchanged(summary)) {
    return SUCCESS;
  }
  return planning.auto_approve ? apply(run, made) : leave(run, made);
}

/** Most bytes of a plan and of the state of a stack that are looked through. */
const MAX_SHOWN_BYTES = 64 * 1024 * 1024;

/** Reports what the plan would do, as far as that is known: not of a destruction whose arguments choose some of the stack. */
async function reportPlan(run: PulumiRun): Promise<PlanSummary | null> {
  const { attempt, planning, plan } = run;
  const { context, workspace } = attempt;
  if (planning.destroy && planning.stages.plan.length > 0) {
    return null;
  }
  const options = { place: workspace.place, stop: context.stop, maxBytes: MAX_SHOWN_BYTES };
  const { stdout } = await captureOutput(commandOf(run, exportArguments(planning.workspace)), options);
  const shown = planning.destroy
    ? destructionPlan(stdout)
    : savedPlan(await readText(workspace.files, plan, MAX_SHOWN_BYTES).catch(() => ''), stdout);
  if (shown === null) {
    return null;
  }
  const { view, summary } = viewOfPlan(shown, jobSecrets(context.job));
  context.reportFacts(summary ? { plan_summary: summary } : {});
  await context.reportPlanView(await packPlanView(view));
  return summary;
}

/** The state of a stack has a key of its own, which a destruction uses. */
async function adviseCommit({ attempt, planning, stackFile }: PulumiRun): Promise<void> {
  if (stackFile && !planning.destroy && (await stackFile.hasNewKey())) {
    const { name } = stackFile;
    const advice = 'Commit the file with its key, so that every task uses the same';
    attempt.context.log.system(`${name} has no encryption key in the repository: Pulumi has made one. ${advice}`);
  }
}

async function leave({ attempt, planning, plan, stackFile }: PulumiRun, made: PlanFile): Promise<ExecutionResult> {
  const { context } = attempt;
  await stackFile?.copyChanged(bundlePaths(plan).stack);
  await made.store(context);
  context.log.system(waitingWords(planning.review, null));
  return { ...SUCCESS, outcome: 'planned' };
}

async function apply(run: PulumiRun, plan: PlanFile): Promise<ExecutionResult> {
  run.attempt.context.log.section('apply', run.planning.destroy ? 'destroy' : 'up');
  await plan.requireUnchanged();
  const { place } = run.attempt.workspace;
  const cancel = commandOf(run, cancelArguments(run.planning.workspace));
  const onKilled = (tail: string): Promise<void> => freeStack({ log: run.attempt.context.log, place }, cancel, tail);
  return (await step(run, upArguments(run.planning, run.plan), { step: 'change', onKilled })) ?? SUCCESS;
}

const commandOf = ({ tool, directory, env }: PulumiRun, args: readonly string[]): Command => ({
  file: tool.file,
  args: [...tool.args, ...args],
  cwd: directory,
  env,
});

/** @returns the result when it failed */
async function step(run: PulumiRun, args: string[], options: LoggedRunOptions = {}): Promise<ExecutionResult | null> {
  const command = commandOf(run, args);
  const { end, tail } = await loggedStep(run.attempt, command, options);
  const complaint = /^\s*error: (.+)$/m.exec(tail)?.[1] ?? null;
  return end.exitCode === 0 ? null : commandResult(command, end, complaint);
}

const isUnchanged = (summary: PlanSummary | null): boolean =>
  summary !== null && summary.add + summary.change + summary.destroy + summary.import === 0;

const bundlePaths = (plan: string): BundlePaths & { stack: string } => ({ plan, stack: `${plan}.stack` });
