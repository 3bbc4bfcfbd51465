import { problem, type TerraformCheck } from '@switchyard/contracts';
import type { ExecutionResult } from '../../attempt/attempt-context.js';
import type { CheckedOutAttempt } from '../executor.js';
import { loggedStep } from '../plans/logged-step.js';
import { commandResult } from '../run-command.js';
import { explainTerraform } from './explain-terraform.js';
import { checkArguments, checkInitArguments } from './terraform-arguments.js';
import { initialise, terraformCommand, type TerraformSettings } from './terraform-command.js';

/** Exit code of `fmt -check` when a file has another format. */
const UNFORMATTED = 3;

/** Checks a configuration in the place of planning it, until a check fails. No state is read or written. */
export async function runChecks(
  attempt: CheckedOutAttempt,
  settings: TerraformSettings,
  checks: readonly TerraformCheck[],
): Promise<ExecutionResult> {
  const failed = (await formatFailure(attempt, settings, checks)) ?? (await otherFailure(attempt, settings, checks));
  return failed ?? { outcome: 'success', exitCode: 0, signal: null, reason: null };
}

async function formatFailure(
  attempt: CheckedOutAttempt,
  settings: TerraformSettings,
  checks: readonly TerraformCheck[],
): Promise<ExecutionResult | null> {
  return checks.includes('fmt') ? check(attempt, settings, 'fmt') : null;
}

/** The others need modules and providers. */
async function otherFailure(
  attempt: CheckedOutAttempt,
  settings: TerraformSettings,
  checks: readonly TerraformCheck[],
): Promise<ExecutionResult | null> {
  const others = checks.filter((each) => each !== 'fmt');
  if (others.length === 0) {
    return null;
  }
  attempt.context.log.section('dependencies', `${settings.tool.file} init`);
  const { command, run } = await initialise(attempt, settings, checkInitArguments(settings.planning));
  if (run.end.exitCode !== 0) {
    return commandResult(command, run.end, explainTerraform(run.end, run.tail));
  }
  for (const each of others) {
    const failed = await check(attempt, settings, each);
    if (failed) {
      return failed;
    }
  }
  return null;
}

/** Tests make things and remove them again, which takes the time of an apply. @returns the result when it failed */
async function check(
  attempt: CheckedOutAttempt,
  settings: TerraformSettings,
  name: TerraformCheck,
): Promise<ExecutionResult | null> {
  const command = terraformCommand(settings, checkArguments(name, settings.files));
  attempt.context.log.section('run', `${settings.tool.file} ${name}`);
  const { end, tail } = await loggedStep(attempt, command, { step: name === 'test' ? 'change' : 'other' });
  if (end.exitCode === 0) {
    return null;
  }
  const isFormat = name === 'fmt' && end.exitCode === UNFORMATTED;
  return commandResult(command, end, isFormat ? problem('terraform_unformatted') : explainTerraform(end, tail));
}
