import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { makeRepository } from '../testing/git-repository.js';
import { runnerEnvironment } from '../testing/isolated-runner.js';
import { commandLinesWith, ownSeconds } from '../testing/live-processes.js';
import { exampleJob, makeTestArea } from '../testing/recorded-attempt.js';
import { buildRunnerProgram } from '../testing/runner-program.js';
import { RunnerUnderTest } from '../testing/runner-under-test.js';
import { describeWithPodman, TEST_IMAGE, TestEngine } from '../testing/test-engine.js';

describeWithPodman('containers of a runner that was killed', () => {
  const area = makeTestArea();
  const seconds = ownSeconds();
  const under = new RunnerUnderTest();
  const programs: ChildProcess[] = [];
  let podman: TestEngine;
  let program: string;
  beforeAll(async () => {
    podman = await TestEngine.start(area);
    program = buildRunnerProgram();
    await under.gateway.listen();
  }, 60_000);
  afterEach(async () => {
    for (const each of programs.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
      each.kill('SIGKILL');
      await once(each, 'exit');
    }
  });
  afterAll(async () => {
    await under.close();
    podman.stop();
    rmSync(dirname(program), { recursive: true });
    area.remove();
  });

  function start(): ChildProcess {
    const settings = { URL: under.gateway.url.href, WORK_DIR: under.workDir, CONTAINER_ENGINE: podman.file };
    const started = spawn(process.execPath, [program, 'start'], { env: runnerEnvironment(settings), stdio: 'ignore' });
    programs.push(started);
    return started;
  }

  it('should be ended and removed by the next runner, with their secrets', async () => {
    const { identity, gateway, workDir } = under;
    writeFileSync(join(workDir, 'token'), identity.token, { mode: 0o600 });
    writeFileSync(join(workDir, 'key.pem'), identity.privateKeyPem, { mode: 0o600 });
    const sources = makeRepository(area.path('sources'), { 'run.sh': `echo ready\nsleep ${seconds}\n` });
    const secret_env = { pem: 'one\ntwo\n' };
    const attempt = gateway.assign(exampleJob(`file://${sources}`, { image: TEST_IMAGE, secret_env }));
    const first = start();
    await eventually(() => expect(gateway.logs.bytes(attempt).toString()).toContain('ready'));
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect([podman.containers(), podman.secrets()]).toEqual([
      expect.stringMatching(/^switchyard-\S+-1$/),
      expect.stringMatching(/^switchyard-\S+-secret-1$/),
    ]);
    start();
    await eventually(() => expect([podman.containers(), podman.secrets()]).toEqual(['', '']));
    expect(commandLinesWith(`sleep ${seconds}`)).toEqual([]);
  });
});
