import { basename, join } from 'node:path';
import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../../attempt-failure.js';
import { readableCommand } from '../../../process/command.js';
import type { CheckedOutAttempt } from '../../executor.js';
import { fetchingEnvironment } from '../../fetching-environment.js';
import { keptInstallation } from '../../kept-installation.js';
import { endOf } from '../../process-end.js';
import { runLogged } from '../../run-logged.js';
import { toolVersion } from '../../tool-version.js';
import { cacheKey } from './cache-key.js';
import { findRequirementFiles, type GalaxyKind, type RequirementFile } from './requirement-files.js';
import { searchPaths } from './search-paths.js';

const TOOL = 'ansible-galaxy';

/**
 * Installs the collections and roles the repository requires, or reuses an earlier installation of the same.
 * @param env environment of the playbook; private sources get the repository's credentials in addition.
 * @returns environment that lets the playbook find them.
 * @throws AttemptFailure when an installation fails.
 */
export async function installRequirements(
  attempt: CheckedOutAttempt,
  env: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { context, workspace, checkout } = attempt;
  const required = await findRequirementFiles(workspace.files, checkout.dir, context.job.playbook);
  if (required.length === 0) {
    return {};
  }
  context.log.section('dependencies', TOOL);
  const installed: Record<GalaxyKind, string[]> = { collection: [], role: [] };
  for (const file of required) {
    installed[file.kind].push(await provide(attempt, file, env));
  }
  const where = { env, cwd: checkout.dir };
  const paths = (kind: GalaxyKind) => searchPaths(workspace.files, kind, installed[kind], where);
  return { ...(await paths('collection')), ...(await paths('role')) };
}

async function provide(
  attempt: CheckedOutAttempt,
  file: RequirementFile,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { context, workspace, checkout } = attempt;
  const version = workspace.place.toolset ?? (await toolVersion('ansible', TOOL, env.PATH ?? ''));
  const scope = { projectId: context.job.project_id, version: version ?? '', cwd: checkout.dir };
  const key = await cacheKey(workspace.files, file, scope);
  const half = join(workspace.dir, 'tmp', `galaxy-${file.kind}-${basename(file.path)}-${key ?? 'local'}`);
  if (key === null) {
    await install(attempt, file, env, half);
    return half;
  }
  const kept = { cache: join(workspace.cacheDir, 'galaxy'), key };
  const { path, isReused } = await keptInstallation(workspace, kept, (target) => install(attempt, file, env, target));
  if (isReused) {
    context.log.system(`${file.name}: the ${file.kind}s installed before are used`);
  }
  return path;
}

async function install(
  attempt: CheckedOutAttempt,
  { kind, path }: RequirementFile,
  env: Readonly<Record<string, string>>,
  target: string,
): Promise<void> {
  const { checkout, workspace } = attempt;
  const { files } = workspace;
  await files.remove(target);
  await files.makeDirectory(target);
  const args = [kind, 'install', '-r', path, '--force', '-p', target];
  const own = await searchPaths(files, kind, [target], { env, cwd: checkout.dir });
  const command = {
    file: TOOL,
    args,
    cwd: checkout.dir,
    env: { ...fetchingEnvironment(env, checkout.access.env), ...own },
  };
  attempt.context.log.system(`$ ${readableCommand(command)}`);
  const { end } = await runLogged(attempt, command);
  if (end.exitCode !== 0) {
    await files.remove(target);
    const code = kind === 'role' ? 'roles_failed' : 'collections_failed';
    throw new AttemptFailure(problem(code, { tool: TOOL, end: endOf(end) }));
  }
}
