import { END_HIDDEN, leakRepository, proveLeaks } from '../check/prove-leaks.mjs';
import { eventually, same } from '../check/proofs.mjs';

/** @typedef {import('./prove-units.mjs').Host} Host */

const UNIT = 'switchyard-runner';
const CONFIG = '/etc/switchyard-runner/config.yaml';
const REPOSITORY = '/srv/leaks';
const DROP_IN = `/etc/systemd/system/${UNIT}.service.d`;

/**
 * Proves the separation of tasks under the unit of the runner, as it is and with the change that its README names.
 * @param {Host} host
 */
export async function proveSeparation(host) {
  const { machine, client, proofs } = host;
  await machine.shell(await leakRepository(REPOSITORY));
  await machine.run('git', 'config', '--system', '--add', 'safe.directory', REPOSITORY);
  await proofs.prove('under the unit tasks find each other and the runner, which it says', async () => {
    await says(host, 'none: tasks run as the user of the runner', 'none');
    await proveLeaks(client, REPOSITORY, 'unit');
  });
  await proofs.prove('what a task has hidden ends with the service', async () => {
    const living = `${END_HIDDEN.replaceAll('kill -9', 'echo')}`;
    same((await machine.shell(living)) === '', false, 'nothing hides');
    await machine.run('systemctl', 'restart', UNIT);
    same(await machine.shell(living), '');
    await client.untilOnline(['packaged']);
  });
  await proofs.prove('they find nothing where root runs the unit with a range of user ids, which it says', async () => {
    await machine.shell(`mkdir ${DROP_IN}
      printf '[Service]\\nUser=root\\nGroup=root\\n' >${DROP_IN}/root.conf
      cp --archive ${CONFIG} ${CONFIG}.before && echo 'SWITCHYARD_RUNNER_RUN_AS: 700000-700008' >>${CONFIG}
      systemctl daemon-reload && systemctl restart ${UNIT}`);
    await says(host, 'a user id for each task, and namespaces', 'full');
    await proveLeaks(client, REPOSITORY, 'root');
  });
  await machine.shell(`rm -r ${DROP_IN} && mv ${CONFIG}.before ${CONFIG}
    systemctl daemon-reload && systemctl restart ${UNIT}`);
  await client.untilOnline(['packaged']);
}

/**
 * The runner that runs now says at its start, and to administrators, what separates its tasks.
 * @param {Host} host
 * @param {string} separation in its log
 * @param {string} degree in the list of runners
 */
async function says({ machine, client }, separation, degree) {
  const since = await machine.show(UNIT, 'InvocationID');
  await eventually(async () => {
    const log = await machine.run('journalctl', '--no-pager', '--output=cat', `_SYSTEMD_INVOCATION_ID=${since}`);
    same(log.includes(separation), true, `${await machine.show(UNIT, 'ActiveState')}\n${log}`);
    const [runner] = await client.runners();
    same([runner?.health, runner?.separation], ['online', degree], log);
  }, 60_000);
}
