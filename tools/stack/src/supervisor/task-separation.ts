import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start-error.js';
import type { StackSettings } from './settings.js';
import { dropTaskPlace, takeTaskPlace } from './task-place.js';
import { runAsOf, type TaskUsers } from './task-users.js';

/** Whom the tasks of each local runner run as, and where they work. */
export interface TaskSeparation {
  users: TaskUsers;
  /** The value of `SWITCHYARD_RUNNER_RUN_AS` for a runner, counted from 0; undefined: tasks run as the runner. */
  runAs(runner: number): string | undefined;
  workDir(runnerName: string): string;
}

type Wanted = Pick<StackSettings, 'dataDir' | 'runners' | 'taskUsers' | 'taskDir'>;

/** This process may act as other users. */
const isPrivileged = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

/**
 * Decides how the tasks of the local runners are kept apart from the server and makes the place where they work: under
 * root they are, unless the settings turn it off.
 * @throws StartError when this process cannot do what the settings require
 */
export function separateTasks(settings: Wanted): TaskSeparation {
  const { dataDir, runners, taskUsers, taskDir } = settings;
  if (!isPrivileged() && taskUsers && taskUsers.kind !== 'own') {
    throw new StartError('SWITCHYARD_LOCAL_RUNNER_RUN_AS needs a start as root on Linux.');
  }
  const oldDir = (name: string): string => join(dataDir, 'runners', name, 'work');
  if (!isPrivileged() || taskUsers?.kind === 'own' || runners === 0) {
    dropTaskPlace(taskDir, dataDir);
    return { users: { kind: 'own' }, runAs: () => undefined, workDir: oldDir };
  }
  const { dir, range } = takeTaskPlace(taskDir, dataDir);
  const users = taskUsers ?? { kind: 'range', ...range };
  if (users.kind === 'range') {
    assertReachable(users.first, dir);
  }
  Array.from({ length: runners }, (_, index) => oldDir(`local-${index + 1}`)).forEach((old) =>
    rmSync(old, { recursive: true, force: true }),
  );
  return { users, runAs: (runner) => runAsOf(users, runner, runners), workDir: (name) => join(dir, name) };
}

function assertReachable(uid: number, dir: string): void {
  const { error, status } = spawnSync('test', ['-x', dir], { uid, gid: uid, cwd: '/', stdio: 'ignore' });
  if (error) {
    throw new StartError(
      `Tasks cannot run as the user id ${uid} (${error.message}): give this container the right to act as other users, ` +
        'or set SWITCHYARD_LOCAL_RUNNER_RUN_AS to off, with which a task can read all that the server can.',
    );
  }
  if (status !== 0) {
    throw new StartError(
      `Tasks cannot reach ${dir}: set SWITCHYARD_LOCAL_RUNNER_WORK_DIR to a directory that every user may pass to.`,
    );
  }
}

/** Notice to people about the tasks of the local runners; undefined when there is nothing to know. */
export function separationNotice(separation: TaskSeparation, runners: number): string | undefined {
  if (runners === 0 || separation.users.kind === 'range') {
    return undefined;
  }
  if (separation.users.kind === 'account') {
    return `Tasks run as ${separation.users.name}: apart from the server, not from each other.`;
  }
  const user = isPrivileged() ? 'root' : userInfo().username;
  const remedy = isPrivileged()
    ? 'leave SWITCHYARD_LOCAL_RUNNER_RUN_AS unset'
    : 'start as root on Linux, which gives each task a user id of its own';
  return (
    `Tasks are not separated from the server: they run as ${user}, so everybody who may run one can read all that ${user} can, ` +
    'among it the master key, the database, the credentials of the runner and passwords given as settings. ' +
    `To separate them, ${remedy}, or start with SWITCHYARD_LOCAL_RUNNERS=0 and put runners on other machines or in containers.`
  );
}
