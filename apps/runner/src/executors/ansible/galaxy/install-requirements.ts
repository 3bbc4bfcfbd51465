import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../../attempt-failure.js';
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
  const { context, checkout } = attempt;
  const files = await findRequirementFiles(checkout.dir, context.job.playbook);
  if (files.length === 0) {
    return {};
  }
  context.log.section('dependencies', TOOL);
  const installed: Record<GalaxyKind, string[]> = { collection: [], role: [] };
  for (const file of files) {
    installed[file.kind].push(await provide(attempt, file, env));
  }
  const paths = (kind: GalaxyKind) => searchPaths(kind, installed[kind], env, checkout.dir);
  return { ...paths('collection'), ...paths('role') };
}

async function provide(
  attempt: CheckedOutAttempt,
  file: RequirementFile,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { context, workspace, checkout } = attempt;
  const version = await toolVersion('ansible', TOOL, env.PATH ?? '');
  const scope = { projectId: context.job.project_id, version: version ?? '', cwd: checkout.dir };
  const key = await cacheKey(file, scope);
  const half = join(workspace.dir, 'tmp', `galaxy-${file.kind}-${basename(file.path)}-${key ?? 'local'}`);
  if (key === null) {
    await install(attempt, file, env, half);
    return half;
  }
  const cache = join(workspace.cacheDir, 'galaxy');
  // Requirements often name no exact version, so an installation is renewed every day.
  const kept = join(cache, `${key}-${Math.floor(Date.now() / DAY_MS)}`);
  if (existsSync(kept)) {
    context.log.system(`${file.name}: the ${file.kind}s installed before are used`);
    return kept;
  }
  const fresh = `${kept}.${basename(workspace.dir)}.new`;
  await install(attempt, file, env, fresh);
  await removeOld(cache);
  return keep(fresh, kept);
}

async function install(
  attempt: CheckedOutAttempt,
  { kind, path }: RequirementFile,
  env: Readonly<Record<string, string>>,
  target: string,
): Promise<void> {
  const { checkout } = attempt;
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true, mode: 0o700 });
  const args = [kind, 'install', '-r', path, '--force', '-p', target];
  const own = searchPaths(kind, [target], env, checkout.dir);
  const command = {
    file: TOOL,
    args,
    cwd: checkout.dir,
    env: { ...fetchingEnvironment(env, checkout.access.env), ...own },
  };
  attempt.context.log.system(`$ ${readableCommand(command)}`);
  const { end } = await runLogged(attempt, command);
  if (end.exitCode !== 0) {
    await rm(target, { recursive: true, force: true });
    const code = kind === 'role' ? 'roles_failed' : 'collections_failed';
    throw new AttemptFailure(problem(code, { tool: TOOL, end: endOf(end) }));
  }
}

/** Another attempt may have installed the same meanwhile; then its installation is used. */
async function keep(fresh: string, kept: string): Promise<string> {
  await rename(fresh, kept).catch(() => rm(fresh, { recursive: true, force: true }));
  return kept;
}

async function removeOld(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const age = Date.now() - (await stat(path)).mtimeMs;
    await (age > KEEP_MS ? rm(path, { recursive: true, force: true }) : undefined);
  }
}
