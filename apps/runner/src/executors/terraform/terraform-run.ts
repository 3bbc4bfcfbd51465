import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  jobSecrets,
  type PlanViewProblem,
  type Problem,
  problem,
  sentenceOf,
  WORKSPACE_VARIABLE,
} from '@switchyard/contracts';
import { AttemptFailure, problemOf } from '../../attempt-failure.js';
import { captureOutput } from '../../process/capture-output.js';
import type { AttemptFiles } from '../../files/attempt-files.js';
import type { Command } from '../../process/command.js';
import type { ExecutionResult } from '../../attempt/attempt-context.js';
import type { CheckedOutAttempt } from '../executor.js';
import { loggedStep } from '../plans/logged-step.js';
import { warnOfOutside } from '../plans/outside-state.js';
import { planDigest } from '../plans/plan-digest.js';
import { PlanFile } from '../plans/plan-file.js';
import { packPlanView } from '../plans/plan-view/pack-plan-view.js';
import { emptyView, type MadeView, planView } from '../plans/plan-view/plan-view.js';
import { waitingWords } from '../plans/waiting-words.js';
import { commandResult } from '../run-command.js';
import type { LoggedRun } from '../run-logged.js';
import { overrideBackend } from './backend-override.js';
import { explainTerraform } from './explain-terraform.js';
import { keptState } from './kept-state.js';
import { answers, lockHolder } from './lock-holder.js';
import { keepsStateInside, localStatePath } from './local-state.js';
import {
  applyArguments,
  initArguments,
  outputArguments,
  planArguments,
  showArguments,
  workspaceArguments,
} from './terraform-arguments.js';
import { initialise, terraformCommand, type TerraformSettings } from './terraform-command.js';
import { publishToolOutputs } from './terraform-outputs.js';
import { findUnsavedState, timeOfFiles } from './unsaved-state.js';
import { readsWorkspaceName } from './workspace-name.js';

/** Exit code of `plan -detailed-exitcode` when there is something to do. */
const CHANGES = 2;
/** Terraform did not get the lock of its state; it names no holder but its own. */
const LOCKED = /Error acquiring the state lock/i;
/** Most bytes of a plan as JSON that are looked through. */
const MAX_SHOWN_BYTES = 128 * 1024 * 1024;
const LOCK_FILE = '.terraform.lock.hcl';

const NOT_SHOWN: Readonly<Record<PlanViewProblem, string>> = {
  newer_format: 'The plan is in a newer format than this runner can show; the log has the whole plan',
  unreadable: 'The plan could not be read as JSON and is not shown; the log has the whole plan',
  too_large: 'The plan is too large to be shown; the log has the whole plan',
};

const NOT_NAMED = `The configuration reads terraform.workspace, which is "default" in every workspace that the control plane keeps: declare the variable "${WORKSPACE_VARIABLE}", which has the name, or use a backend of your own that has workspaces`;
const AWAY =
  'The control plane cannot be reached, so the state may not be saved yet: the tool has up to ten minutes more. Force stop ends it at once';
const KEPT =
  'The state could not be saved. The runner keeps a copy and sends it as soon as it can; then it is offered on the State tab';

/** The stages of one attempt. */
export class TerraformRun {
  /** The tool has longer than its grace. */
  private isLong = false;

  constructor(
    private readonly attempt: CheckedOutAttempt,
    private readonly settings: TerraformSettings,
  ) {}

  async execute(): Promise<ExecutionResult> {
    const { planning } = this.settings;
    const fetched = planning.confirmed_plan
      ? await PlanFile.confirmed(this.files, this.attempt.context, this.planPaths)
      : null;
    const failed = (await this.initialise()) ?? (await this.selectWorkspace());
    if (failed) {
      return failed;
    }
    const result = await (fetched ? this.apply(fetched) : this.plan());
    if (result.outcome === 'success' && !planning.plan_only && !planning.destroy) {
      await publishToolOutputs(this.attempt, this.command(outputArguments()));
    }
    return result;
  }

  private get files(): AttemptFiles {
    return this.attempt.workspace.files;
  }

  private get planPaths(): { plan: string; lock: string } {
    return { plan: this.settings.files.plan, lock: join(this.settings.directory, LOCK_FILE) };
  }

  /** @returns the result when it failed */
  private async initialise(): Promise<ExecutionResult | null> {
    const { context, workspace } = this.attempt;
    const { planning, directory, tool } = this.settings;
    context.log.section('dependencies', `${tool.file} init`);
    if (planning.backend_filename !== null) {
      await overrideBackend(workspace, directory, planning.backend_filename);
    }
    const { command, run } = await initialise(this.attempt, this.settings, initArguments(planning));
    return (await this.failure(command, run)) ?? (await this.requireKeptState());
  }

  /** Refuses a configuration whose state would be lost with the checkout. */
  private async requireKeptState(): Promise<null> {
    const { context, workspace, checkout } = this.attempt;
    const { planning, directory } = this.settings;
    if (keptState(context.job)) {
      return null;
    }
    warnOfOutside(context, await localStatePath(this.files, directory));
    const isPrivate = checkout.dir.startsWith(workspace.dir);
    const lost = workspace.place.machine ? '/' : workspace.dir;
    if (!isPrivate || !(await keepsStateInside(this.files, lost, directory))) {
      return null;
    }
    if (!planning.plan_only) {
      throw new AttemptFailure(problem('state_lost'));
    }
    context.log.system('The configuration has no backend outside its checkout; the plan starts from an empty state');
    return null;
  }

  private async selectWorkspace(): Promise<ExecutionResult | null> {
    const { workspace } = this.settings.planning;
    const { job, log } = this.attempt.context;
    if (keptState(job)) {
      log.system(`The state of the workspace "${workspace}" is kept by the control plane`);
      if (workspace !== 'default' && (await readsWorkspaceName(this.files, this.settings.directory))) {
        log.system(NOT_NAMED);
      }
      return null;
    }
    if (workspace === '' || workspace === 'default') {
      return null;
    }
    const command = this.command(workspaceArguments(workspace));
    return this.failure(command, await loggedStep(this.attempt, command));
  }

  private async plan(): Promise<ExecutionResult> {
    const { context } = this.attempt;
    const { planning, files, tool } = this.settings;
    context.log.section('plan', `${tool.file} plan`);
    const command = this.command(planArguments(planning, files));
    const started = { start: now(), first_line: context.log.lines };
    const run = await loggedStep(this.attempt, command, {
      meanings: { 0: 'found no changes', [CHANGES]: 'found changes' },
    });
    if (run.end.exitCode !== CHANGES && run.end.exitCode !== 0) {
      return (await this.failure(command, run)) ?? commandResult(command, run.end);
    }
    const made = await PlanFile.made(this.files, this.planPaths);
    const digest = await this.reportPlan(await this.view(), { ...started, end: now(), last_line: context.log.lines });
    const success = { outcome: 'success', exitCode: 0, signal: null, reason: null } as const;
    if (run.end.exitCode === 0 || planning.plan_only) {
      return success;
    }
    if (planning.auto_approve) {
      return this.apply(made);
    }
    await made.store(context);
    context.log.system(waitingWords(planning.review, digest));
    return { ...success, outcome: 'planned' };
  }

  /** @returns the digest that makes it comparable; `null` = nobody compares it, or there is none */
  private async reportPlan(
    { view, summary, digest }: MadeView & { digest: string | null },
    stage: { start: string; end: string; first_line: number; last_line: number },
  ): Promise<string | null> {
    const { context } = this.attempt;
    context.reportFacts({ ...(summary && { plan_summary: summary }), ...(digest !== null && { plan_digest: digest }) });
    await Promise.all([
      context.reportPlanView(await packPlanView(view)),
      context.reportResults({ hosts: [], errors: [], stages: [{ type: 'terraform_plan', ...stage, result: summary }] }),
    ]);
    return digest;
  }

  /** Changes that the plan would make, without anything that must not leave this machine. */
  private async view(): Promise<MadeView & { digest: string | null }> {
    const { context, workspace } = this.attempt;
    const command = this.command(showArguments(this.settings.files.plan));
    const options = { place: workspace.place, stop: context.stop, maxBytes: MAX_SHOWN_BYTES };
    const { stdout, isCut } = await captureOutput(command, options);
    const made = isCut ? { view: emptyView('too_large'), summary: null } : planView(stdout, jobSecrets(context.job));
    const { review } = this.settings.planning;
    if (made.view.problem) {
      context.log.system(NOT_SHOWN[made.view.problem]);
    }
    return { ...made, digest: review && !isCut ? planDigest(stdout, review.key) : null };
  }

  private async apply(plan: PlanFile): Promise<ExecutionResult> {
    const { context } = this.attempt;
    const { planning, files, tool } = this.settings;
    context.log.section('apply', `${tool.file} apply`);
    const command = this.command(applyArguments(planning, files.plan));
    await plan.requireUnchanged();
    const since = await timeOfFiles(this.files, this.settings.directory).catch(() => Date.now());
    let kept: Problem | null;
    let run: LoggedRun;
    try {
      run = await loggedStep(this.attempt, command, { step: 'change', needsLonger: () => this.cannotSave() });
    } finally {
      kept = await this.keepUnsaved(since);
      await plan.remove();
    }
    return kept
      ? commandResult(command, run.end, kept)
      : ((await this.failure(command, run)) ?? commandResult(command, run.end));
  }

  /** While the control plane is away a tool tries to save its state; killed, it would leave no copy. */
  private async cannotSave(): Promise<boolean> {
    const state = keptState(this.attempt.context.job);
    const isAway = state !== null && !(await answers(state));
    if (isAway && !this.isLong) {
      this.isLong = true;
      this.attempt.context.log.system(AWAY);
    }
    return isAway;
  }

  /** Takes a state that could not be saved out of the checkout. @returns where it is kept; `null` = there was none, or it is not kept */
  private async keepUnsaved(since: number): Promise<Problem | null> {
    const { context } = this.attempt;
    const unsaved = await findUnsavedState(this.files, this.settings.directory, since);
    if (!unsaved) {
      return null;
    }
    if (!unsaved.bytes) {
      context.log.system('The state could not be saved, and is too large to be kept');
      return null;
    }
    try {
      const path = await context.keepState(unsaved.bytes, keptState(context.job));
      const kept = path === null ? null : problem('terraform_unsaved_here', { host: hostname(), path });
      context.log.system(kept ? sentenceOf(kept) : KEPT);
      return kept ?? problem('terraform_unsaved');
    } catch (error) {
      context.log.system(
        `The state could not be saved, and its copy could not be kept: ${sentenceOf(problemOf(error))}`,
      );
      return null;
    }
  }

  private command(args: readonly string[]): Command {
    return terraformCommand(this.settings, args);
  }

  private async failure(command: Command, { end, tail }: LoggedRun): Promise<ExecutionResult | null> {
    if (end.exitCode === 0) {
      return null;
    }
    const { job, log } = this.attempt.context;
    const state = LOCKED.test(tail) ? keptState(job) : null;
    const holder = state && (await lockHolder(state));
    if (holder) {
      log.system(`The state is locked by ${holder}`);
    }
    const why = holder ? problem('terraform_locked_by', { who: holder }) : explainTerraform(end, tail);
    return commandResult(command, end, why);
  }
}

const now = (): string => new Date().toISOString();
