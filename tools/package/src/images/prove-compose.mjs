import { proveConfined } from '../check/prove-confined.mjs';
import { leakRepository, proveLeaks } from '../check/prove-leaks.mjs';
import { eventually, note, same } from '../check/proofs.mjs';
import { PASSWORD } from './compose.mjs';

/** @typedef {import('./prove-images.mjs').Installation} Installation */

/** Prints whether some process that this one can look at has the registration token. */
const SEARCH = String.raw`cat /proc/[0-9]*/environ 2>/dev/null | tr '\0' '\n' | grep -aq REGISTRATION_TOKEN && echo found || echo nothing`;
const REPOSITORY = '/tmp/repository';
const LEAKS = '/tmp/leaks';
/** Where each service may write, beside what it may not. */
const WRITABLE = {
  api: ['/data', '/tmp'],
  dispatcher: ['/data', '/tmp'],
  runner: ['/var/lib/switchyard-runner', '/tmp'],
};
const CLOSED = ['/etc', '/usr/local/bin', '/opt'];

/**
 * @param {Installation['engine']} engine
 * @param {string} container
 * @param {readonly string[]} open
 */
function proveContainer(engine, container, open) {
  const shell = (/** @type {string} */ script) => engine.podman('exec', '--user', '0', container, 'sh', '-c', script);
  const own = (/** @type {string} */ script) => engine.podman('exec', container, 'sh', '-c', script);
  return proveConfined(shell, { pid: 1, open, closed: CLOSED, own });
}

/**
 * Brings the compose file up, scales it, takes it down and brings it up again.
 * @param {Installation} installation
 * @returns {Promise<boolean>} whether it is up
 */
export async function proveCompose(installation) {
  const { engine, compose, client, proofs } = installation;
  const up = await proofs.prove('the first up succeeds, though PostgreSQL takes long for its first start', async () => {
    await compose.run('up', '--detach', '--no-build');
    await allHealthy(installation, ['postgres', 'redis', 'api', 'dispatcher', 'runner']);
  });
  if (!up) {
    note(await compose.run('logs', '--tail', '20'));
    return false;
  }
  await proofs.prove('passwords may hold every character but a single quote', () => client.signIn('admin', PASSWORD));
  for (const [name, open] of Object.entries(WRITABLE)) {
    await proofs.prove(`${name} has no rights, and writes into its directories alone`, () =>
      proveContainer(engine, `switchyard-${name}-1`, open),
    );
  }
  await proofs.prove('a task runs and finds the registration token in no process', async () => {
    const script = Buffer.from(SEARCH).toString('base64');
    const file = `git init -qb main ${REPOSITORY} && cd ${REPOSITORY} && echo ${script} | base64 -d >run.sh`;
    const commit = 'git add . && git -c user.name=a -c user.email=a@b.c commit -qm run';
    await engine.podman('exec', 'switchyard-runner-1', 'sh', '-c', `${file} && ${commit}`);
    const { project, template } = await client.createTemplate(REPOSITORY);
    const log = await client.logOf(project, await client.launch({ project, template }));
    same([log.includes('nothing'), log.includes('found')], [true, false], log);
  });
  await proofs.prove('tasks of one container find each other and the runner, which it says', async () => {
    await engine.podman('exec', 'switchyard-runner-1', 'sh', '-ec', await leakRepository(LEAKS));
    const log = await compose.run('logs', 'runner');
    same(log.includes('none: tasks run as the user of the runner'), true, log);
    same(
      (await client.runners()).map(({ separation }) => separation),
      ['none'],
    );
    await proveLeaks(client, LEAKS, 'image');
  });
  await proofs.prove('runners and dispatchers can be scaled', async () => {
    await compose.run('up', '--detach', '--no-build', '--scale', 'runner=2', '--scale', 'dispatcher=2');
    await client.untilOnline(['runner-1', 'runner-2']);
    await allHealthy(installation, ['dispatcher'], 2);
  });
  await proofs.prove('stop ends every container in order', async () => {
    await compose.run('stop');
    for (const name of ['api-1', 'dispatcher-1', 'dispatcher-2', 'runner-1', 'runner-2']) {
      const state = await engine.podman('inspect', '--format', '{{.State.ExitCode}}', `switchyard-${name}`);
      same(state.trim(), '0', name);
    }
  });
  await proofs.prove('down leaves no volume without a name, and up no runner without a process', async () => {
    const identities = (await engine.podman('volume', 'ls', '--quiet')).trim().split('\n').sort();
    await compose.run('down');
    const volumes = (await engine.podman('volume', 'ls', '--quiet')).trim().split('\n').sort();
    same(volumes, ['switchyard_postgres', 'switchyard_redis', 'switchyard_runners'], identities.join());
    await compose.run('up', '--detach', '--no-build', '--scale', 'runner=2');
    await client.untilOnline(['runner-1', 'runner-2']);
  });
  return true;
}

/**
 * @param {Installation} installation
 * @param {readonly string[]} services
 * @param {number} [number] of the container of each
 */
export async function allHealthy({ engine }, services, number = 1) {
  await eventually(async () => {
    for (const name of services) {
      const health = await engine.podman(
        'inspect',
        '--format',
        '{{.State.Health.Status}}',
        `switchyard-${name}-${number}`,
      );
      same(health.trim(), 'healthy', name);
    }
  }, 60_000);
}
