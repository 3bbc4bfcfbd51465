import { basename, join } from 'node:path';
import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../../attempt-failure.js';
import { type AttemptFiles, exists } from '../../../files/attempt-files.js';
import { readableCommand } from '../../../process/command.js';
import type { CheckedOutAttempt } from '../../executor.js';
import { fetchingEnvironment } from '../../fetching-environment.js';
import { endOf } from '../../process-end.js';
import { runLogged } from '../../run-logged.js';
import { toolVersion } from '../../tool-version.js';
import { cacheKey } from './cache-key.js';
import { findRequirementFiles, type GalaxyKind, type RequirementFile } from './requirement-files.js';
import { searchPaths } from './search-paths.js';

const TOOL = 'ansible-galaxy';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Age at which an installation is removed: longer than a playbook may read it after it was superseded. */
const KEEP_MS = 7 * DAY_MS;

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
  const version = await toolVersion('ansible', TOOL, env.PATH ?? '');
  const scope = { projectId: context.job.project_id, version: version ?? '', cwd: checkout.dir };
  const key = await cacheKey(workspace.files, file, scope);
  const half = join(workspace.dir, 'tmp', `galaxy-${file.kind}-${basename(file.path)}-${key ?? 'local'}`);
  if (key === null) {
    await install(attempt, file, env, half);
    return half;
  }
  const cache = join(workspace.cacheDir, 'galaxy');
  // Requirements often name no exact version, so an installation is renewed every day.
  const kept = join(cache, `${key}-${Math.floor(Date.now() / DAY_MS)}`);
  if (await exists(workspace.files, kept)) {
    context.log.system(`${file.name}: the ${file.kind}s installed before are used`);
    return kept;
  }
  const fresh = `${kept}.${basename(workspace.dir)}.new`;
  await install(attempt, file, env, fresh);
  await removeOld(workspace.files, cache);
  return keep(workspace.files, fresh, kept);
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

/** Another attempt may have installed the same meanwhile; then its installation is used. */
async function keep(files: AttemptFiles, fresh: string, kept: string): Promise<string> {
  await files.rename(fresh, kept).catch(() => files.remove(fresh));
  return kept;
}

async function removeOld(files: AttemptFiles, dir: string): Promise<void> {
  for (const { name } of await files.list(dir)) {
    const path = join(dir, name);
    const facts = await files.facts(path);
    const age = Date.now() - (facts?.mtimeMs ?? Date.now());
    await (age > KEEP_MS ? files.remove(path) : undefined);
  }
}
