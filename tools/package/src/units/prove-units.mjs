import { Client } from '../check/client.mjs';
import { proveConfined } from '../check/prove-confined.mjs';
import { eventually, Proofs, same } from '../check/proofs.mjs';
import { Machine } from './machine.mjs';
import { provePackage } from './prove-package.mjs';

/** @typedef {{ machine: Machine, client: Client, proofs: Proofs }} Host */

const PASSWORD = 'units-are-checked';
const CONFIG = `SWITCHYARD_DATABASE_URL: postgres://switchyard:secret@127.0.0.1:5432/switchyard
SWITCHYARD_SECRET_KEY: ${Buffer.alloc(32, 7).toString('base64')}
SWITCHYARD_HOST: 127.0.0.1
SWITCHYARD_PORT: 3000
SWITCHYARD_DISPATCHER_PORT: 3001
`;
const SERVERS = ['switchyard-api', 'switchyard-dispatcher'];

/** The steps of the page `administration/deploy`; the checkout is at its place already. */
const INSTALLATION = `
cd /opt/switchyard
useradd --system --home-dir /var/lib/switchyard --shell /usr/sbin/nologin switchyard
install -D -m 0640 -g switchyard /root/config.yaml /etc/switchyard/config.yaml
install -m 0644 deploy/systemd/switchyard-{api,dispatcher}.service /etc/systemd/system/
install -d -o switchyard -g switchyard -m 0700 /var/lib/switchyard
systemctl daemon-reload
runuser -u switchyard -- env SWITCHYARD_CONFIG=/etc/switchyard/config.yaml SWITCHYARD_DATA_DIR=/var/lib/switchyard \
  SWITCHYARD_ADMIN_PASSWORD=${PASSWORD} node apps/api/dist/cli.js setup --runner-dir /var/lib/switchyard/runners --runners 0
systemctl enable --now switchyard-api switchyard-dispatcher
`;

/**
 * @param {number} pid first process of the machine
 * @param {string} root of the machine
 * @returns {Promise<number>} exit code
 */
export async function proveUnits(pid, root) {
  const machine = new Machine(pid, root);
  const host = { machine, client: new Client('http://127.0.0.1:3000'), proofs: new Proofs() };
  const installed = await host.proofs.prove('the README installs api and dispatcher', async () => {
    await preparePostgres(machine);
    await machine.write('root/config.yaml', CONFIG);
    await machine.shell(INSTALLATION);
  });
  if (!installed || !(await host.proofs.prove('api and dispatcher work under their units', () => proveServers(host)))) {
    return host.proofs.conclude();
  }
  await host.proofs.prove('systemd finds no fault in a unit, and the servers well confined', async () => {
    for (const unit of SERVERS) {
      same(await machine.shell(`systemd-analyze verify --man=no ${unit}.service 2>&1`), '');
      await machine.run('systemd-analyze', 'security', '--threshold=20', '--no-pager', `${unit}.service`);
    }
  });
  for (const unit of SERVERS) {
    await host.proofs.prove(`${unit} has no rights, and writes into its data directory alone`, () =>
      proveUnit(machine, unit),
    );
  }
  await provePackage(host);
  await host.proofs.prove('api and dispatcher end in order, and come back after kill -9', () => proveRestarts(machine));
  return host.proofs.conclude();
}

/** @param {Machine} machine */
async function preparePostgres(machine) {
  await eventually(() => machine.run('runuser', '-u', 'postgres', '--', 'psql', '-c', 'SELECT 1'), 60_000);
  await machine.shell(`runuser -u postgres -- psql -c "CREATE ROLE switchyard LOGIN PASSWORD 'secret'"
    runuser -u postgres -- createdb --owner switchyard switchyard`);
}

/** @param {Host} host */
async function proveServers({ machine, client }) {
  try {
    await eventually(proveHealth, 30_000);
  } catch (error) {
    const logs = await machine.run(
      'journalctl',
      '--no-pager',
      '--lines=20',
      ...SERVERS.map((unit) => `--unit=${unit}`),
    );
    throw new Error(`${String(error)}\n${logs}`, { cause: error });
  }
  await client.signIn('admin', PASSWORD);
}

/**
 * @param {Machine} machine
 * @param {string} unit
 */
async function proveUnit(machine, unit) {
  const pid = await machine.show(unit, 'MainPID');
  const shell = (/** @type {string} */ script) =>
    machine.run('nsenter', '--mount', '--target', pid, '--', 'sh', '-c', script);
  await proveConfined(shell, {
    pid,
    open: ['/var/lib/switchyard', '/tmp'],
    closed: ['/opt/switchyard', '/etc', '/usr'],
  });
}

/** @param {Machine} machine */
async function proveRestarts(machine) {
  for (const unit of SERVERS) {
    const before = await machine.show(unit, 'MainPID');
    await machine.run('systemctl', 'kill', '--signal=KILL', unit);
    await eventually(async () => {
      same(
        [await machine.show(unit, 'ActiveState'), (await machine.show(unit, 'MainPID')) === before],
        ['active', false],
      );
    }, 30_000);
  }
  // A process that does not listen yet ends by the signal itself.
  await eventually(proveHealth, 30_000);
  await machine.run('systemctl', 'stop', ...SERVERS);
  for (const unit of SERVERS) {
    same([await machine.show(unit, 'Result'), await machine.show(unit, 'ExecMainStatus')], ['success', '0'], unit);
  }
}

async function proveHealth() {
  for (const port of [3000, 3001]) {
    same((await fetch(`http://127.0.0.1:${port}/api/health`)).status, 200);
  }
}
