import { eventually, same } from '../check/proofs.mjs';
import { proveSeparation } from './prove-separation.mjs';

/** @typedef {import('./prove-units.mjs').Host} Host */
/** @typedef {import('./machine.mjs').Machine} Machine */

const USER = 'switchyard-runner';
const CONFIG = '/etc/switchyard-runner/config.yaml';
const STATE = '/var/lib/switchyard-runner';
/** Lists the processes that the script of the tasks waits by. */
const SLEEPERS = `grep -lsaP '^sleep\\x002' /proc/[0-9]*/cmdline`;
const REPOSITORY = '/srv/repository';
const [FIRST, SECOND] = ['1.0.0', '1.0.1'];

/** Rules of a distribution's policy that this package cannot or need not keep: it is made of a Node binary. */
const TOLERATED = [
  'binary-without-manpage',
  'copyright-without-copyright-notice',
  'embedded-library',
  'extra-license-file',
  'hardening-no-pie',
  'initial-upload-closes-no-bugs',
  'maintainer-script-calls-systemctl',
  'no-manual-page',
  'non-standard-file-perm',
  'unstripped-binary-or-object',
];

/**
 * Installs, upgrades and removes the Debian package of the runner.
 * @param {Host} host
 */
export async function provePackage(host) {
  const { machine, client, proofs } = host;
  const script = await prepareScript(host).catch(() => ({ project: 0, template: 0 }));
  const run = async () => client.logOf(script.project, await client.launch(script));
  await proofs.prove('lintian finds nothing in the package but what is tolerated', () => proveLint(machine));
  await proofs.prove('the package makes a user, a guarded configuration and an enabled service', async () => {
    await machine.run('apt-get', 'install', '-y', packageOf(FIRST));
    same(await statOf(machine, CONFIG, STATE), [`root:${USER} 640`, `${USER}:${USER} 700`]);
    same(await machine.show(USER, 'UnitFileState'), 'enabled');
    same(await machine.shell(`systemd-analyze verify --man=no ${USER}.service 2>&1`), '');
  });
  await proofs.prove('a service without its settings fails once', async () => {
    await machine.run('systemctl', 'start', USER);
    await eventually(async () => same(await machine.show(USER, 'ActiveState'), 'failed'), 10_000);
    same([await machine.show(USER, 'ExecMainStatus'), await machine.show(USER, 'NRestarts')], ['78', '0']);
  });
  await proofs.prove('it registers with the token of its configuration', async () => {
    await configure(host);
    await machine.run('systemctl', 'start', USER);
    await client.untilOnline(['packaged']);
    same(await statOf(machine, `${STATE}/token`), [`${USER}:${USER} 600`]);
  });
  await proofs.prove('a task runs as the user of the service', async () => {
    const log = await run();
    same(log.includes(`user ${USER}`), true, log);
  });
  await proofs.prove('a task may use sudo', async () => {
    const log = await run();
    same(log.includes('sudo 0'), true, log);
  });
  await proveSeparation(host);
  await proofs.prove('it comes back after kill -9 while a task runs, and leaves nothing of it', () =>
    proveKill(host, script),
  );
  await proofs.prove('an upgrade restarts the service and keeps settings and identity', () => proveUpgrade(host));
  await proofs.prove('a removed package leaves settings and identity, a purged one nothing', () => provePurge(machine));
}

/** @param {string} version */
const packageOf = (version) => `/opt/packages/${version}/switchyard-runner_${version}_amd64.deb`;

/**
 * @param {Machine} machine
 * @param {string[]} files
 */
async function statOf(machine, ...files) {
  return (await machine.run('stat', '--format=%U:%G %a', ...files)).trim().split('\n');
}

/** @param {Host} host */
async function prepareScript({ machine, client }) {
  await machine.shell(`git init -qb main ${REPOSITORY} && cd ${REPOSITORY}
    echo 'echo user $(id -un); echo sudo $(sudo -n id -u); sleep 2' >run.sh
    git add . && git -c user.name=a -c user.email=a@b.c commit -qm run
    git config --system safe.directory ${REPOSITORY}
    echo '${USER} ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/runner`);
  return client.createTemplate(REPOSITORY);
}

/** @param {Host} host */
async function configure({ machine, client }) {
  const { token } = await client.call('POST', '/runner_registration_tokens', { name: 'packaged' });
  const settings = { URL: 'http://127.0.0.1:3000', REGISTRATION_TOKEN: token, NAME: 'packaged', STOP_GRACE: 5 };
  const lines = Object.entries(settings).map(([key, value]) => `SWITCHYARD_RUNNER_${key}: ${value}`);
  await machine.shell(`echo '${lines.join('\n')}' >>${CONFIG}`);
}

/** @param {Machine} machine */
async function proveLint(machine) {
  const suppressed = ['--suppress-tags', TOLERATED.join(',')];
  const found = await machine.shell(
    `lintian --allow-root --fail-on none ${suppressed.join(' ')} ${packageOf(FIRST)} 2>&1`,
  );
  same(found.trim(), '');
}

/**
 * @param {Host} host
 * @param {{ project: number, template: number }} script
 */
async function proveKill({ machine, client }, script) {
  const task = await client.launch(script);
  await eventually(() => machine.shell(SLEEPERS), 20_000);
  await machine.run('systemctl', 'kill', '--signal=KILL', USER);
  await eventually(async () => same(await machine.show(USER, 'NRestarts'), '1'), 20_000);
  same(await machine.shell(`${SLEEPERS} || true`), '');
  await client.untilOnline(['packaged']);
  await eventually(async () => {
    const { status } = await client.call('GET', `/project/${script.project}/tasks/${task}`);
    same(['success', 'error', 'stopped', 'waiting'].includes(status) || status, true);
  }, 60_000);
}

/** @param {Host} host */
async function proveUpgrade({ machine, client }) {
  const kept = `cat ${CONFIG} ${STATE}/token ${STATE}/key.pem`;
  const [before, [runner]] = [await machine.shell(kept), await client.runners()];
  await machine.run('apt-get', 'install', '-y', packageOf(SECOND));
  await eventually(async () => {
    const [after] = await client.runners();
    same([after?.id, after?.version, after?.health], [runner?.id, SECOND, 'online']);
  }, 60_000);
  same((await machine.shell(kept)) === before, true);
}

/** @param {Machine} machine */
async function provePurge(machine) {
  await machine.run('apt-get', 'remove', '-y', USER);
  same(await machine.shell(`ls ${CONFIG} ${STATE}/token`), `${CONFIG}\n${STATE}/token\n`);
  same(await machine.shell('ls /usr/bin/switchyard-runner 2>/dev/null || true'), '');
  const owner = (await machine.run('id', '-u', USER)).trim();
  await machine.run('apt-get', 'purge', '-y', USER);
  same(await machine.shell(`getent passwd ${USER} || getent group ${USER} || true`), '');
  const left = `find /etc /usr /var -xdev \\( -uid ${owner} -o -path '*${USER}*' \\) -not -path '/usr/share/doc/*' -not -path '/var/log/*' -not -path '/var/cache/*'`;
  same(await machine.shell(left), '');
}
