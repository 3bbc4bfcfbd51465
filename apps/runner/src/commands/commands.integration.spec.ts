import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@switchyard/testing';
import { readConfig, type RunnerConfig } from '../config/config.js';
import { createRunnerLog } from '../runner-log.js';
import { FakeGateway } from '../testing/fake-gateway.js';
import { newRunnerIdentity } from '../testing/fake-identity.js';
import { exampleJob } from '../testing/recorded-attempt.js';
import { check, type Finding } from './check.js';
import { register } from './register.js';
import { start } from './start.js';
import { unregister } from './unregister.js';

let gateway: FakeGateway;
let workDir: string;
let lines: string[];
const log = createRunnerLog((line) => lines.push(line));

beforeEach(async () => {
  lines = [];
  gateway = new FakeGateway(newRunnerIdentity());
  workDir = mkdtempSync(path.join(tmpdir(), 'commands-'));
  await gateway.listen();
});

afterEach(async () => {
  await gateway.stop();
  rmSync(workDir, { recursive: true, force: true });
});

const config = (change: NodeJS.ProcessEnv = {}): RunnerConfig =>
  readConfig({
    env: {
      SWITCHYARD_RUNNER_URL: gateway.url.href,
      SWITCHYARD_RUNNER_WORK_DIR: workDir,
      SWITCHYARD_RUNNER_NAME: 'box',
      SWITCHYARD_RUNNER_TAGS: 'linux,big',
      SWITCHYARD_RUNNER_MIN_FREE: '0',
      SWITCHYARD_RUNNER_REGISTRATION_TOKEN: 'a-token-for-once',
      ...change,
    },
  });
const inWorkDir = (name: string): string => path.join(workDir, name);

describe(register.name, () => {
  it('should make a key pair of its own, send the public key, and keep what it gets for itself', async () => {
    await register(config(), log);
    expect(gateway.registrations).toMatchObject([
      { registration_token: 'a-token-for-once', name: 'box', tags: ['linux', 'big'] },
    ]);
    for (const name of ['token', 'key.pem']) {
      expect(statSync(inWorkDir(name)).mode & 0o777).toBe(0o600);
    }
    expect(lines.join()).not.toContain(readFileSync(inWorkDir('token'), 'utf8').trim());
  });

  it('should do nothing when there is an identity, and replace it when forced', async () => {
    await register(config(), log);
    const key = readFileSync(inWorkDir('key.pem'), 'utf8');
    await register(config(), log);
    expect(gateway.registrations).toHaveLength(1);
    await register(config(), log, true);
    expect(gateway.registrations).toHaveLength(2);
    expect(readFileSync(inWorkDir('key.pem'), 'utf8')).not.toBe(key);
  });

  it('should retry with the same key when the answer is lost', async () => {
    gateway.faults = (_call, count) => (count === 0 ? { do: 'lose' } : null);
    await register(config(), log);
    const [first, second] = gateway.registrations;
    expect(second?.public_key).toBe(first?.public_key);
  });

  it('should report that the control plane refuses, and leave no token', async () => {
    gateway.faults = () => ({ do: 'refuse', status: 401, error: 'UNKNOWN_RUNNER' });
    await expect(register(config(), log)).rejects.toThrow('refuses the registration');
    expect(existsSync(inWorkDir('token'))).toBe(false);
  });

  it('should report what is missing', async () => {
    const without = config({ SWITCHYARD_RUNNER_REGISTRATION_TOKEN: '' });
    await expect(register(without, log)).rejects.toMatchObject({
      faults: [expect.stringContaining('REGISTRATION_TOKEN')],
    });
  });
});

describe(start.name, () => {
  it('should register first, and end after its task when it is a one-off runner', async () => {
    const ended = start(config({ SWITCHYARD_RUNNER_ONE_OFF: 'true' }), log);
    await gateway.attempts.until(() => gateway.polls.length > 0);
    gateway.assign(exampleJob('/nowhere', { task_id: 1, app: 'bash', playbook: 'absent.sh' }));
    expect((await gateway.attempts.finished(1)).outcome).toBe('error');
    expect(await ended).toBeNull();
    expect(gateway.polls.at(-1)?.paused_reason ?? 'one task').toContain('one task');
    expect(gateway.leaves.map(({ over }) => over)).toEqual([false, true]);
  });
});

describe('a runner with a port for metrics', () => {
  it('should count its attempts there until it ends', async () => {
    const port = await freePort();
    const token = 'of-prometheus';
    const ended = start(
      config({ SWITCHYARD_RUNNER_METRICS_PORT: String(port), SWITCHYARD_RUNNER_METRICS_TOKEN: token }),
      log,
    );
    await gateway.attempts.until(() => gateway.polls.length > 0);
    gateway.assign(exampleJob('/nowhere', { task_id: 1, app: 'bash', playbook: 'absent.sh' }));
    await gateway.attempts.finished(1);
    const scrape = () => fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(await (await scrape()).text()).toContain('switchyard_runner_attempts_total{outcome="error"} 1');
    process.emit('SIGTERM', 'SIGTERM');
    expect(await ended).toBeNull();
    await expect(scrape()).rejects.toThrow();
  });
});

describe('a control plane that shows another key than the trusted one', () => {
  const distrusting = async (): Promise<RunnerConfig> => {
    await register(config(), log);
    writeFileSync(inWorkDir('server-key'), 'another');
    return config();
  };

  it('should learn why the runner ends, and give it nothing', async () => {
    await expect(start(await distrusting(), log)).rejects.toThrow(`remove ${inWorkDir('server-key')}`);
    expect(gateway.calls.slice(1)).toEqual(['info', 'distrust']);
  });

  it('should be found by the check, which reports it to nobody', async () => {
    const findings = await check(await distrusting());
    expect(findings.filter(({ state }) => state === 'bad')).toEqual([
      { what: 'identity', state: 'bad', text: expect.stringContaining('not the one this runner trusts') },
    ]);
    expect(gateway.calls).not.toContain('distrust');
    expect(readFileSync(inWorkDir('server-key'), 'utf8')).toBe('another');
  });
});

describe(unregister.name, () => {
  it('should give the identity up and remove its files', async () => {
    await register(config(), log);
    await unregister(config(), log);
    expect(gateway.calls.at(-1)).toBe('unregister');
    expect(existsSync(inWorkDir('token'))).toBe(false);
    expect(existsSync(inWorkDir('key.pem'))).toBe(false);
  });

  it('should keep the files when the control plane is away', async () => {
    await register(config(), log);
    await gateway.stop();
    await expect(unregister(config(), log)).rejects.toThrow();
    expect(existsSync(inWorkDir('token'))).toBe(true);
  });
});

describe(check.name, () => {
  const stateOf = (findings: Finding[], what: string): string | undefined =>
    findings.find((finding) => finding.what === what)?.state;

  it('should find nothing wrong with a registered runner', async () => {
    await register(config(), log);
    const findings = await check(config());
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(findings.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['work directory', 'disk', 'control plane', 'clock', 'identity', 'apps', 'git']),
    );
  });

  it('should notice a clock that is an hour off', async () => {
    gateway.clockOffsetMs = 3_600_000;
    await register(config(), log);
    const findings = await check(config());
    expect(stateOf(findings, 'clock')).toBe('warn');
    expect(stateOf(findings, 'identity')).toBe('ok');
  });

  const textsOf = (findings: Finding[], what: string): string =>
    findings.flatMap((finding) => (finding.what === what ? [`${finding.state}: ${finding.text}`] : [])).join('\n');

  it('should say what tasks reach where they run as the user of the runner', async () => {
    await register(config(), log);
    expect(textsOf(await check(config()), 'users')).toMatch(/^ok: tasks run as the user of the runner.*token and key$/);
  });

  it('should report how the control plane sees the runner, by a call that is no sign of life', async () => {
    await register(config(), log);
    gateway.standing = { ...gateway.standing, name: 'builder', project: 'Shop', tags: ['linux', 'big'] };
    const found = textsOf(await check(config()), 'identity');
    expect(found).toMatch(/^ok: .*builder.*Shop.*linux, big$/);
    expect(gateway.calls).toContain('check');
    expect(gateway.calls).not.toContain('heartbeat');
  });

  it('should report why the runner gets no tasks', async () => {
    await register(config(), log);
    gateway.standing = { ...gateway.standing, active: false, draining: true, paused_reason: 'the disk is full' };
    const found = textsOf(await check(config()), 'tasks').split('\n');
    expect(found).toEqual([
      expect.stringMatching(/^warn: .*switched off/),
      expect.stringMatching(/^warn: .*draining/),
      expect.stringMatching(/^warn: .*the disk is full/),
    ]);
  });

  it('should not call the identity bad when the control plane is too old for the check', async () => {
    await register(config(), log);
    gateway.faults = (call) => (call === 'check' ? { do: 'refuse', status: 404, error: 'NOT_FOUND' } : null);
    expect(textsOf(await check(config()), 'identity')).toMatch(/^warn: .*update the control plane/);
  });

  it('should notice an identity that is refused', async () => {
    await register(config(), log);
    writeFileSync(inWorkDir('token'), 'other');
    expect(stateOf(await check(config()), 'identity')).toBe('bad');
  });

  it('should notice a control plane that does not answer, a full disk and a directory that cannot be used', async () => {
    await gateway.stop();
    writeFileSync(inWorkDir('file'), '');
    const findings = await check(config({ SWITCHYARD_RUNNER_MIN_FREE: '100000000' }));
    expect(stateOf(findings, 'control plane')).toBe('bad');
    expect(stateOf(findings, 'disk')).toBe('bad');
    const other = await check(config({ SWITCHYARD_RUNNER_WORK_DIR: inWorkDir('file') }));
    expect(stateOf(other, 'work directory')).toBe('bad');
  });
});
