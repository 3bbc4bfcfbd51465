/**
 * Keeper of test services: one small process per checkout that outlives no test run.
 *
 * Test processes hold a connection to its socket. It remembers the one shared PostgreSQL server and, per connection,
 * the processes and directories to clear when that connection breaks, so that a killed test run leaves nothing
 * behind. With no connection left for ten seconds it stops the server, removes its directory and ends.
 *
 * Plain JavaScript on built-ins alone: it is started by `node` itself, outside any transpiler.
 * Messages, one JSON object a line, are described in src/services/keeper.ts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const NEW_RUN_MS = 3_000;
const STOP_MS = 10_000;

const base = process.argv[2];
const idleMs = Number(process.argv[3] ?? 10_000);
const socketPath = join(base, 'keeper.sock');
const serverDir = join(base, `postgres-${process.pid}`);

const clients = new Set();
const waiting = [];
let postgres = null;
let starter = null;
let generation = 1;
let idleSince = Date.now();
let idleTimer = null;

const send = (socket, message) => socket.write(JSON.stringify(message) + '\n');
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // already gone
  }
}

async function stopPostgres(pid) {
  kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_MS;
  while (isRunning(pid) && Date.now() < deadline) {
    await sleep(20);
  }
  if (isRunning(pid)) {
    kill(pid, 'SIGKILL');
  }
}

function commandLine(pid) {
  const path = `/proc/${pid}/cmdline`;
  if (existsSync(path)) {
    return readFileSync(path, 'utf8');
  }
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/** Stops the server that runs in this directory, if one does, and removes the directory. */
async function clearServer(dir) {
  const pidFile = join(dir, 'cluster', 'postmaster.pid');
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  if (pid && commandLine(pid).includes(dir)) {
    await stopPostgres(pid);
  }
  rmSync(dir, { recursive: true, force: true });
}

/** A keeper that was killed leaves its server behind. */
async function clearLeftovers() {
  const left = readdirSync(base).filter((entry) => entry.startsWith('postgres-'));
  for (const dir of left.map((name) => join(base, name))) {
    if (dir !== serverDir) {
      await clearServer(dir);
    }
  }
}

function servePostgres() {
  if (postgres && !isRunning(postgres.pid)) {
    postgres = null;
  }
  if (postgres) {
    for (const socket of waiting.splice(0)) {
      send(socket, { postgres: { url: postgres.url, generation } });
    }
  } else if (!starter && waiting.length > 0) {
    starter = waiting.shift();
    send(starter, { start: { dataDir: serverDir } });
  }
}

const handlers = {
  ask: (socket) => waiting.push(socket),
  started: (socket, { url, pid }) => {
    postgres = { url, pid };
    starter = null;
    waiting.push(socket);
  },
  guard: (socket, { pid, dir }) => socket.guarded.set(dir, pid),
  release: (socket, { dir }) => socket.guarded.delete(dir),
};

function onMessage(socket, line) {
  for (const [name, body] of Object.entries(JSON.parse(line))) {
    handlers[name](socket, body);
  }
  servePostgres();
}

async function onGone(socket) {
  clients.delete(socket);
  for (const [dir, pid] of socket.guarded) {
    if (pid) {
      kill(pid, 'SIGKILL');
    }
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
  const place = waiting.indexOf(socket);
  if (place >= 0) {
    waiting.splice(place, 1);
  }
  if (starter === socket) {
    await clearServer(serverDir);
    starter = null;
  }
  stopWhenIdle();
  servePostgres();
}

/** One timer at most, and none while somebody is connected: a second one would end a server in use. */
function stopWhenIdle() {
  clearTimeout(idleTimer);
  if (clients.size === 0) {
    idleSince = Date.now();
    idleTimer = setTimeout(() => void finish(), idleMs);
  }
}

async function finish() {
  server.close();
  rmSync(socketPath, { force: true });
  await clearServer(serverDir);
  if (readdirSync(base).length === 0) {
    rmdirSync(base);
  }
  process.exit(0);
}

function onClient(socket) {
  clearTimeout(idleTimer);
  if (clients.size === 0 && Date.now() - idleSince > NEW_RUN_MS) {
    generation += 1;
  }
  clients.add(socket);
  socket.guarded = new Map();
  socket.on('error', () => socket.destroy());
  socket.on('close', () => void onGone(socket));
  createInterface({ input: socket })
    .on('line', (line) => onMessage(socket, line))
    .on('error', () => socket.destroy());
}

/** Resolves to true when another keeper answers; a socket file without an owner is removed. */
function anotherKeeperAnswers() {
  return new Promise((resolve) => {
    const probe = connect(socketPath);
    probe.on('connect', () => resolve(probe.destroy() && true));
    probe.on('error', () => resolve(rmSync(socketPath, { force: true }) ?? false));
  });
}

const server = createServer(onClient);
server.on('error', () => process.exit(0));

if (await anotherKeeperAnswers()) {
  process.exit(0);
}
server.listen(socketPath, () => void claimPath());

async function claimPath() {
  const own = statSync(socketPath).ino;
  await sleep(50);
  // Two keepers that found the same ownerless file: the later one owns the path, the earlier one leaves.
  if (!existsSync(socketPath) || statSync(socketPath).ino !== own) {
    process.exit(0);
  }
  await clearLeftovers();
  stopWhenIdle();
}
