import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.js';

const script = fileURLToPath(new URL('../../keeper.mjs', import.meta.url));

/** A process of the operating system that does nothing, to be killed. */
function sleeper(): ChildProcess {
  return spawn('sleep', ['60'], { stdio: 'ignore' });
}

describe('keeper', () => {
  let base = '';
  const children: ChildProcess[] = [];
  const started = (child: ChildProcess) => {
    children.push(child);
    return child;
  };
  const startKeeper = (idleMs = 60_000) =>
    started(spawn(process.execPath, [script, base, String(idleMs)], { stdio: 'ignore' }));
  /** Shows by its end that the time has passed. */
  const aKeeperThatEndsAfter = (idleMs: number) => {
    const own = mkdtempSync(join(tmpdir(), 'keeper-spec-clock-'));
    return started(spawn(process.execPath, [script, own, String(idleMs)], { stdio: 'ignore' }));
  };
  const openClient = () =>
    eventually(async () => {
      const socket = connect(join(base, 'keeper.sock'));
      await once(socket, 'connect');
      return socket;
    });
  const send = (socket: Socket, message: object) => socket.write(`${JSON.stringify(message)}\n`);
  const receive = async (socket: Socket): Promise<unknown> => {
    const lines = createInterface({ input: socket });
    const [line] = (await once(lines, 'line')) as [string];
    return JSON.parse(line);
  };
  const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'keeper-spec-'));
  });

  afterEach(async () => {
    for (const child of children.splice(0).filter((each) => !hasEnded(each))) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(base, { recursive: true, force: true });
  });

  it('should kill and remove what a client guarded when its connection breaks', async () => {
    startKeeper();
    const service = started(sleeper());
    const directory = join(base, 'service');
    mkdirSync(directory);
    writeFileSync(join(directory, 'file'), '');
    const client = await openClient();
    send(client, { guard: { dir: directory, pid: service.pid } });
    client.end();
    await eventually(() => hasEnded(service) && !existsSync(directory));
  });

  it('should leave alone what a client released', async () => {
    startKeeper();
    const [released, guarded] = [started(sleeper()), started(sleeper())];
    const client = await openClient();
    send(client, { guard: { dir: join(base, 'released'), pid: released.pid } });
    send(client, { guard: { dir: join(base, 'guarded'), pid: guarded.pid } });
    send(client, { release: { dir: join(base, 'released') } });
    client.end();
    await eventually(() => hasEnded(guarded));
    expect(hasEnded(released)).toBe(false);
  });

  it('should order one client to start the server and give it to all', async () => {
    startKeeper();
    const service = started(sleeper());
    const [one, two] = [await openClient(), await openClient()];
    const [first, second] = [receive(one), receive(two)];
    send(one, { ask: {} });
    expect(await first).toEqual({ start: { dataDir: expect.stringContaining(base) } });
    send(two, { ask: {} });
    const third = receive(one);
    send(one, { started: { url: 'postgres://x', pid: service.pid } });
    const expected = { postgres: { url: 'postgres://x', generation: expect.any(Number) } };
    expect([await second, await third]).toEqual([expected, expected]);
    one.destroy();
    two.destroy();
  });

  it('should order the next client to start the server when the first one dies over it', async () => {
    startKeeper();
    const [one, two] = [await openClient(), await openClient()];
    const [first, second] = [receive(one), receive(two)];
    send(one, { ask: {} });
    await first;
    send(two, { ask: {} });
    one.destroy();
    expect(await second).toMatchObject({ start: {} });
    two.destroy();
  });

  it('should ask for another server when the one it had is gone', async () => {
    startKeeper();
    const service = started(sleeper());
    const client = await openClient();
    const first = receive(client);
    send(client, { ask: {} });
    await first;
    const second = receive(client);
    send(client, { started: { url: 'postgres://x', pid: service.pid } });
    await second;
    service.kill('SIGKILL');
    await once(service, 'exit');
    const third = receive(client);
    send(client, { ask: {} });
    expect(await third).toMatchObject({ start: {} });
    client.destroy();
  });

  it('should end with everything it had when nobody has been there for a while', async () => {
    const keeper = startKeeper(50);
    await openClient().then((client) => client.destroy());
    await eventually(() => hasEnded(keeper));
    expect(existsSync(base)).toBe(false);
  });

  it('should serve on while a client is there, also when others came and went during its start', async () => {
    const keeper = startKeeper(600);
    const stays = await openClient();
    await openClient().then((client) => client.destroy());
    await once(aKeeperThatEndsAfter(1_200), 'exit');
    expect(hasEnded(keeper)).toBe(false);
    stays.destroy();
  });

  it('should give way when another keeper serves the directory already', async () => {
    const first = startKeeper();
    await openClient().then((client) => client.destroy());
    const second = startKeeper();
    await eventually(() => hasEnded(second));
    expect(hasEnded(first)).toBe(false);
  });

  it('should stop the server that a killed keeper left behind', async () => {
    const cluster = join(base, 'postgres-1', 'cluster');
    mkdirSync(cluster, { recursive: true });
    // Its command line holds the directory, as that of a real server does.
    const program = ['-e', 'setInterval(() => undefined, 1000)', 'postgres', '-D', cluster];
    const service = started(spawn(process.execPath, program, { stdio: 'ignore' }));
    writeFileSync(join(cluster, 'postmaster.pid'), `${service.pid}\n`);
    startKeeper();
    await eventually(() => hasEnded(service) && !existsSync(join(base, 'postgres-1')));
  });
});
