import { hostname } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { problem, type Problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../../attempt-failure.js';
import { type Command, readableCommand } from '../../../process/command.js';
import type { CheckedOutAttempt } from '../../executor.js';
import { fetchingEnvironment } from '../../fetching-environment.js';
import { keptInstallation } from '../../kept-installation.js';
import { endOf } from '../../process-end.js';
import { type LoggedRun, runLogged } from '../../run-logged.js';
import { toolVersion } from '../../tool-version.js';
import { findRequirements, requirementsKey, type RequirementsFile } from './requirements-file.js';

/**
 * The command of a script in a virtual environment that has what `requirements.txt` requires, made or used again; without such a file
 * the command as it is. Packages of the machine count, so that one without a package index may bring them.
 * @throws AttemptFailure when they cannot be installed
 */
export async function withRequirements(attempt: CheckedOutAttempt, command: Command): Promise<Command> {
  const { context, workspace, checkout } = attempt;
  const required = await findRequirements(workspace.files, checkout.dir, context.job.playbook);
  if (required === null) {
    return command;
  }
  context.log.section('dependencies', required.name);
  const bin = join(await environmentOf(attempt, command, required), 'bin');
  const env = { ...command.env, PATH: [bin, command.env.PATH].join(delimiter), VIRTUAL_ENV: join(bin, '..') };
  return { ...command, env, file: isAbsolute(command.file) ? join(bin, 'python') : command.file };
}

async function environmentOf(
  attempt: CheckedOutAttempt,
  { file, env }: Command,
  required: RequirementsFile,
): Promise<string> {
  const { context, workspace } = attempt;
  const version = workspace.place.toolset ?? (await toolVersion('python', file, env.PATH ?? ''));
  const key = requirementsKey(required, `${file} ${version ?? ''}`);
  const cache = join(workspace.cacheDir, 'python');
  const made = { python: file, env: { PIP_CACHE_DIR: join(cache, 'pip'), ...env }, required };
  if (key === null) {
    const target = join(workspace.dir, 'python');
    await install(attempt, made, target);
    return target;
  }
  const kept = { cache: join(cache, 'environments'), key };
  const { path, isReused } = await keptInstallation(workspace, kept, (target) => install(attempt, made, target));
  if (isReused) {
    context.log.system(`${required.name}: the packages installed before are used`);
  }
  return path;
}

interface Made {
  /** The interpreter that the environment is of. */
  python: string;
  env: Readonly<Record<string, string>>;
  required: RequirementsFile;
}

async function install(attempt: CheckedOutAttempt, { python, env, required }: Made, target: string): Promise<void> {
  const { checkout, workspace } = attempt;
  const { files } = workspace;
  await files.remove(target);
  try {
    const given = { cwd: checkout.dir, env: fetchingEnvironment(env, checkout.access.env) };
    const venv = { file: python, args: ['-m', 'venv', '--system-site-packages', target], ...given };
    await step(attempt, venv, ({ end }) =>
      problem('python_environment_failed', { file: required.name, end: endOf(end) }),
    );
    const options = ['--disable-pip-version-check', '--no-input', '--progress-bar', 'off'];
    const pip = {
      file: join(target, 'bin', 'python'),
      args: ['-m', 'pip', 'install', ...options, '-r', required.path],
    };
    await step(attempt, { ...pip, ...given }, (run) => explainPip(run, required.name));
    await makeMovable(attempt, target);
  } catch (error) {
    await files.remove(target);
    throw error;
  }
}

async function step(attempt: CheckedOutAttempt, command: Command, explain: (run: LoggedRun) => Problem): Promise<void> {
  attempt.context.log.system(`$ ${readableCommand(command)}`);
  const run = await runLogged(attempt, command);
  if (run.end.exitCode !== 0) {
    throw new AttemptFailure(explain(run));
  }
}

/** Messages that pip writes while it does not reach an index. */
const AWAY = /NewConnectionError|NameResolutionError|ConnectTimeoutError|ProxyError|Max retries exceeded/;

function explainPip({ end, tail }: LoggedRun, file: string): Problem {
  const reason = tail.match(/^ERROR: .+$/gm)?.[0]?.slice('ERROR: '.length, 500) ?? endOf(end);
  return AWAY.test(tail)
    ? problem('python_index_away', { file, host: hostname() })
    : problem('python_packages_failed', { file, reason });
}

/** The first line of a script, or the three that stand for a path with spaces or more than 127 bytes. */
const INTERPRETER = /^#!(?:.*\/bin\/python[\d.]*|\/bin\/sh\n'''exec' .*\n' ''')(\n[^]*)$/;

/** Scripts of packages name the interpreter by its path, which is another one in each attempt; they are to find it on the PATH. */
async function makeMovable(attempt: CheckedOutAttempt, target: string): Promise<void> {
  const bin = join(target, 'bin');
  const scripts = (await attempt.workspace.files.list(bin)).filter(({ kind }) => kind === 'file');
  for (const { name } of scripts) {
    const path = join(bin, name);
    const content = (await attempt.workspace.files.read(path))?.toString('latin1') ?? '';
    const rest = INTERPRETER.exec(content)?.[1];
    if (rest !== undefined) {
      const moved = Buffer.from(`#!/usr/bin/env python3${rest}`, 'latin1');
      await attempt.workspace.files.write(path, moved, { mode: 0o700 });
    }
  }
}
