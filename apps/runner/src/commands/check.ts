import { ConfigError } from '@switchyard/settings';
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import { messageOf } from '@switchyard/concurrency';
import { type CheckAnswer, DEFAULT_APPS, type RunnerApp } from '@switchyard/contracts';
import type { RunnerConfig } from '../config/config.js';
import { isRegistered, readIdentity } from '../config/identity.js';
import { probeApps } from '../executors/index.js';
import { firstInstalled } from '../executors/find-tool.js';
import { GatewayClient } from '../gateway/gateway-client.js';
import { GatewayError } from '../gateway/gateway-errors.js';
import { requirePinned } from '../gateway/server-key-pin.js';
import { PublicGateway } from '../gateway/public-gateway.js';
import { Isolation } from '../isolation/isolation.js';

/** One thing that was looked at, and what to do when it is not well. */
export interface Finding {
  what: string;
  /** `warn`: works, but should be corrected. */
  state: 'ok' | 'warn' | 'bad';
  text: string;
}

/** More than this is corrected by the runner, but logs of the machine will not match. In milliseconds. */
const CLOCK_MS = 5_000;
const MEGABYTE = 1024 * 1024;

/** Looks at everything that a runner needs on this machine. */
export async function check(config: RunnerConfig): Promise<Finding[]> {
  const findings = await Promise.all([users(config), controlPlane(config), identity(config), tools(), git()]);
  return [...workDirectory(config), ...findings.flat()];
}

const ok = (what: string, text: string): Finding => ({ what, state: 'ok', text });
const warn = (what: string, text: string): Finding => ({ what, state: 'warn', text });
const bad = (what: string, text: string): Finding => ({ what, state: 'bad', text });

function workDirectory({ workDir, disk }: RunnerConfig): Finding[] {
  try {
    mkdirSync(workDir, { recursive: true, mode: 0o700 });
    accessSync(workDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return [
      bad('work directory', `${messageOf(error)}; choose another one or give this user the right to write there`),
    ];
  }
  const { bavail, bsize } = statfsSync(workDir);
  const [free, needed] = [bavail * bsize, disk.minFreeBytes].map((bytes) => Math.floor(bytes / MEGABYTE));
  const enough = bavail * bsize >= disk.minFreeBytes;
  return [
    ok('work directory', `${workDir} can be written`),
    enough
      ? ok('disk', `${free} MB are free`)
      : bad('disk', `${free} MB are free, ${needed} MB are needed; make room or lower SWITCHYARD_RUNNER_MIN_FREE`),
  ];
}

async function users({ runAs, workDir }: RunnerConfig): Promise<Finding[]> {
  if (runAs === null) {
    return [ok('users', 'tasks run as the user of the runner: they can read each other, and its token and key')];
  }
  try {
    const { warning } = await Isolation.open(runAs, workDir);
    return [warning === null ? ok('users', `tasks run as ${runAs}`) : warn('users', warning)];
  } catch (error) {
    return [bad('users', messageOf(error))];
  }
}

async function controlPlane({ url, ca }: RunnerConfig): Promise<Finding[]> {
  const gateway = new PublicGateway(url, ca);
  try {
    const sent = Date.now();
    const info = await gateway.info();
    const skew = Math.round(Date.parse(info.time) - (sent + Date.now()) / 2);
    return [
      ok('control plane', `${url.href} answers, version ${info.version}`),
      Math.abs(skew) < CLOCK_MS
        ? ok('clock', `differs by ${Math.abs(skew)} ms`)
        : warn('clock', `differs by ${Math.round(skew / 1000)} s; set the clock of this machine`),
    ];
  } catch (error) {
    return [bad('control plane', `${messageOf(error)}; look at SWITCHYARD_RUNNER_URL, proxy and firewall`)];
  } finally {
    gateway.close();
  }
}

async function identity(config: RunnerConfig): Promise<Finding[]> {
  if (!isRegistered(config) && config.registrationToken !== null) {
    return [ok('identity', 'start will register this runner')];
  }
  try {
    const { warnings, ...own } = readIdentity(config);
    const pinKey = (key: string): void => requirePinned(config.serverKeyFile, key);
    const gateway = new GatewayClient({ ...own, url: config.url, ca: config.ca, pinKey, onRefused: () => undefined });
    try {
      await gateway.info();
      const registered = await registeredAs(gateway);
      return [...registered, ...warnings.map((text) => warn('identity', text))];
    } finally {
      gateway.close();
    }
  } catch (error) {
    const faults = error instanceof ConfigError ? error.faults : [messageOf(error)];
    return faults.map((fault) => bad('identity', fault));
  }
}

async function registeredAs(gateway: GatewayClient): Promise<Finding[]> {
  try {
    return standing(await gateway.check());
  } catch (error) {
    if (error instanceof GatewayError && error.status === 404) {
      return [warn('identity', 'cannot be looked at; update the control plane')];
    }
    throw error;
  }
}

/** State of the runner at the control plane, and why it gets no tasks. */
function standing({ name, project, tags, active, draining, paused_reason: reason }: CheckAnswer): Finding[] {
  const serves = project === null ? 'serves all projects' : `serves the project ${project}`;
  const tagged = tags.length > 0 ? `tags ${tags.join(', ')}` : 'no tags';
  return [
    ok('identity', `is accepted: ${name}, ${serves}, ${tagged}`),
    ...(active ? [] : [warn('tasks', 'this runner is switched off; switch it on in the console')]),
    ...(draining ? [warn('tasks', 'this runner is draining and takes no new tasks; end draining in the console')] : []),
    ...(reason === null ? [] : [warn('tasks', `this runner takes none: ${reason}`)]),
  ];
}

async function tools(): Promise<Finding[]> {
  const found = await probeApps([]);
  const missing = Object.keys(DEFAULT_APPS).filter((id) => !found.some((app) => app.id === id));
  return [
    found.length === 0 ? bad('apps', 'no app is installed; tasks need one') : ok('apps', found.map(nameOf).join(', ')),
    ...(missing.length > 0 ? [ok('not installed', `${missing.join(', ')}; their tasks go to other runners`)] : []),
  ];
}

const nameOf = ({ id, version }: RunnerApp): string => `${id} ${version}`.trim();

async function git(): Promise<Finding[]> {
  const found = await firstInstalled(['git'], process.env.PATH ?? '');
  return [
    found ? ok('git', 'is installed') : bad('git', 'is not installed; repositories cannot be fetched without it'),
  ];
}
