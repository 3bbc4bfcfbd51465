import type { JobPlanning } from '@switchyard/contracts';
import type { Command } from '../../process/command.js';
import type { CheckedOutAttempt } from '../executor.js';
import { fetchingEnvironment } from '../fetching-environment.js';
import type { Tool } from '../find-tool.js';
import { loggedStep } from '../plans/logged-step.js';
import type { LoggedRun } from '../run-logged.js';
import type { PlanFiles } from './terraform-arguments.js';
import { moduleEnvironment, pluginCache } from './terraform-environment.js';

/** Settings that the steps of one attempt share. */
export interface TerraformSettings {
  planning: JobPlanning;
  /** Directory of the configuration. */
  directory: string;
  tool: Tool;
  env: Readonly<Record<string, string>>;
  files: PlanFiles;
}

/** @param fetches the way to credentials of a step that fetches something */
export function terraformCommand(
  { tool, env, directory }: TerraformSettings,
  args: readonly string[],
  fetches?: Readonly<Record<string, string>>,
): Command {
  return {
    file: tool.file,
    args: [...tool.args, ...args],
    cwd: directory,
    env: fetches ? fetchingEnvironment(env, fetches) : env,
  };
}

/** Runs `init` with the keys of private modules, which are put away then. */
export async function initialise(
  attempt: CheckedOutAttempt,
  settings: TerraformSettings,
  args: readonly string[],
): Promise<{ command: Command; run: LoggedRun }> {
  const access = await moduleEnvironment(attempt);
  const command = terraformCommand(settings, args, access.env);
  const run = await pluginCache(attempt).fill(
    () => loggedStep(attempt, command),
    ({ end }) => end.signal === null,
  );
  await Promise.all([access.close(), attempt.checkout.access.close()]);
  return { command, run };
}
