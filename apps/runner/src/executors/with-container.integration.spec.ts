import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { type Job, problem } from '@switchyard/contracts';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { execute } from './execute.js';
import { UID_RANGE, UIDS } from '../testing/isolated-runner.js';
import { makeRepository } from '../testing/git-repository.js';
import { commandLinesWith, ownSeconds, processesWith } from '../testing/live-processes.js';
import { exampleJob, makeTestArea, recordAttempt, type RecordedAttempt } from '../testing/recorded-attempt.js';
import { RunnerUnderTest } from '../testing/runner-under-test.js';
import { startImageRegistry } from '../testing/image-registry.js';
import { describeWithPodman, PROGRAMS, TEST_IMAGE, TestEngine } from '../testing/test-engine.js';
import type { ContainerRules } from '../process/containers/container-engine.js';
import { containerPrefix, runnerLabel } from '../process/containers/container-place.js';

const area = makeTestArea();
const seconds = ownSeconds();
const SECRET = 'k-only-in-the-environment';

const sources = makeRepository(area.path('sources'), {
  'run.sh': `printf '%s\\n' "$@"
echo "uid $(id -u) region=$region key=$api_key home=\${HOME##*/}"
printf '%s|\\n' "$pem"
[ -e "${area.dir}/sources" ] || echo confined
[ -f run.sh ] && echo version=2 >> "$SWITCHYARD_OUTPUTS"
while read -r name value; do [ "$name" = CapEff: ] && echo "rights $value"; done < /proc/self/status
echo waiting
while [ ! -e "$HOME/go" ]; do sleep 0.1; done
exit 7
`,
  'look.sh': 'for each in "$SWITCHYARD_ATTEMPT"/*/* "$SWITCHYARD_ATTEMPT"/../*/*; do echo "$each"; done\n',
  'user.sh': 'echo "uid $(id -u)"; : > "$HOME/written"\n',
  'stop.sh': `trap 'echo asked; asked=1' TERM
echo ready
sleep ${seconds} &
while [ -z "$asked" ]; do wait; done
sleep 0.5
exit 3
`,
  'stubborn.sh': `trap '' TERM\necho ready\nsleep ${seconds} & wait\nsleep ${seconds}\n`,
});

describeWithPodman('an attempt in a container', () => {
  let podman: TestEngine;
  beforeAll(async () => {
    chmodSync(area.dir, 0o755);
    podman = await TestEngine.start(area);
  }, 60_000);
  afterEach(() => {
    expect([podman.containers(), podman.secrets()]).toEqual(['', '']);
    expect(commandLinesWith(seconds)).toEqual([]);
  });
  afterAll(() => {
    podman.stop();
    area.remove();
  });

  async function begin(part: Partial<Job>, rules: Partial<ContainerRules> = {}) {
    const attempt = recordAttempt(area, exampleJob(`file://${sources}`, { image: TEST_IMAGE, ...part }));
    const containers = { engine: await podman.open(rules), instance: 'test' };
    return { attempt, ended: execute({ ...attempt.context, containers }) };
  }

  /** Ends a script that waits. */
  const letGo = ({ context }: RecordedAttempt): void => writeFileSync(`${context.dir}/home/go`, '');

  it('should run a script of the checkout, with its variables and without rights, and show no secret outside', async () => {
    const { attempt, ended } = await begin({
      arguments: ['--privileged', '$(id)'],
      env: { region: 'eu  "west" #1' },
      secret_env: { api_key: SECRET, pem: `-BEGIN-\n${SECRET}\n` },
    });
    await attempt.printed('waiting');
    expect(commandLinesWith(attempt.context.dir)).not.toEqual([]);
    expect(commandLinesWith(SECRET)).toEqual([]);
    letGo(attempt);
    const reason = problem('tool_exited', { tool: 'bash', code: 7 });
    expect(await ended).toEqual({ outcome: 'error', exitCode: 7, signal: null, reason });
    expect(attempt.output().trimEnd().split('\n')).toEqual([
      '--privileged',
      '$(id)',
      `uid 0 region=eu  "west" #1 key=${SECRET} home=home`,
      '-BEGIN-',
      SECRET,
      '|',
      'confined',
      'rights 0000000000000000',
      'waiting',
    ]);
    expect([...attempt.outputs.values()]).toEqual([{ name: 'version', value: '2', secret: false }]);
    expect(attempt.facts.command).toEqual(['bash', 'run.sh', '--privileged', '$(id)']);
    const id = podman.podman('image', 'inspect', '--format', '{{.Digest}}', TEST_IMAGE);
    expect([attempt.system, attempt.facts.image_digest]).toEqual([
      expect.arrayContaining([`Image ${TEST_IMAGE}: ${id}`]),
      id,
    ]);
  });

  it('should ask the tool once, as without a container', async () => {
    const { attempt, ended } = await begin({ playbook: 'stop.sh' });
    await attempt.printed('ready');
    attempt.abort('stop');
    expect(await ended).toMatchObject({ outcome: 'stopped', exitCode: 3 });
    expect(attempt.output()).toBe('ready\nasked\n');
  });

  it.each(['stop', 'kill'] as const)(
    'should leave nothing of a tool that does not end by itself (%s)',
    async (order) => {
      const { attempt, ended } = await begin({ playbook: 'stubborn.sh', stop_grace_seconds: 1 });
      await attempt.printed('ready');
      attempt.abort(order);
      expect(await ended).toMatchObject({ outcome: 'stopped' });
    },
  );

  it('should leave nothing when the client of the engine is killed', async () => {
    const { attempt, ended } = await begin({ playbook: 'stubborn.sh' });
    await attempt.printed('ready');
    const clients = processesWith(`--name=switchyard-test-${basename(attempt.context.dir)}-1 `);
    expect(clients).toHaveLength(1);
    clients.forEach(({ pid }) => process.kill(pid, 'SIGKILL'));
    const reason = problem('container_engine_lost', { host: hostname() });
    expect(await ended).toEqual({ outcome: 'error', exitCode: null, signal: null, reason });
    expect(attempt.output()).toBe('ready\n');
  });

  it('should give the container the user that the runner has for the attempt', async () => {
    const runner = new RunnerUnderTest();
    await runner.start({ runAs: UID_RANGE, execute, containers: await podman.open() });
    const attempt = runner.gateway.assign(exampleJob(`file://${sources}`, { playbook: 'user.sh', image: TEST_IMAGE }));
    const end = await runner.gateway.attempts.finished(attempt);
    await runner.close();
    expect(end).toMatchObject({ outcome: 'success', reason: null });
    const uid = Number(/^uid (\d+)$/m.exec(runner.gateway.logs.bytes(attempt).toString())?.[1]);
    expect(UIDS).toContain(uid);
  });

  it('should remove what a killed runner has left, by its label alone', async () => {
    const engine = await podman.open();
    const run = (name: string, label: string): string =>
      podman.podman('run', '--detach', `--name=${name}`, `--label=${label}`, '--entrypoint=sleep', TEST_IMAGE, seconds);
    run('left', runnerLabel('test'));
    run('other', runnerLabel('test-2'));
    writeFileSync(area.path('secret'), 'a\nb');
    expect(await engine.keepSecret(`${containerPrefix('test')}7-secret-1`, area.path('secret'))).toBe(true);
    await engine.removeLeft(runnerLabel('test'), containerPrefix('test'));
    expect([podman.containers(), podman.secrets()]).toEqual(['other', '']);
    await engine.removeLeft(runnerLabel('test-2'), containerPrefix('test-2'));
  });

  it('should say in the words of the engine that there is no such image', async () => {
    const image = 'localhost:1/none';
    const { attempt, ended } = await begin({ image });
    expect((await ended).reason).toEqual(problem('image_not_fetched', { image, host: hostname() }));
    expect(attempt.output()).toContain('localhost:1/none');
  });

  it('should fetch with the key of the registry, which no command line and no container shows', async () => {
    const layout = area.path('layout');
    podman.makeImage('localhost/pushed:1', { programs: PROGRAMS, files: { '/pushed': '' } });
    podman.podman('push', '--quiet', 'localhost/pushed:1', `oci:${layout}:1`);
    podman.podman('rmi', 'localhost/pushed:1');
    const registry = await startImageRegistry(layout, 'ada', SECRET);
    podman.trust(registry.host);
    const image = `${registry.host}/private/tools:1`;
    const key = { type: 'login_password', login: 'ada', password: SECRET } as const;
    const refused = await begin({ image, image_key: { ...key, password: 'wrong' } });
    expect((await refused.ended).reason).toEqual(problem('image_not_fetched', { image, host: hostname() }));
    const { attempt, ended } = await begin({ image, image_key: key, playbook: 'look.sh' });
    expect((await ended).outcome).toBe('success');
    registry.stop();
    const { manifests } = JSON.parse(readFileSync(`${layout}/index.json`, 'utf8')) as {
      manifests: [{ digest: string }];
    };
    expect(attempt.facts.image_digest).toBe(manifests[0].digest);
    expect(attempt.output()).not.toContain('config.json');
    expect(readdirSync(area.path('attempts')).filter((name) => name.startsWith('registry'))).toEqual([]);
  });

  it('should refuse an image that is not allowed, and a task without one where each needs one', async () => {
    const refused = await begin({}, { allowedImages: ['ghcr.io/team'] });
    expect((await refused.ended).reason).toEqual(problem('image_not_allowed', { image: TEST_IMAGE, host: hostname() }));
    const inPlace = await begin({ repository: { ...exampleJob(sources).repository } });
    expect((await inPlace.ended).reason).toEqual(problem('image_directory', { host: hostname() }));
    const { image: _, ...job } = exampleJob(`file://${sources}`);
    const bare = recordAttempt(area, job);
    const containers = { engine: await podman.open({ isRequired: true }), instance: 'test' };
    expect((await execute({ ...bare.context, containers })).reason).toEqual(
      problem('image_required', { host: hostname() }),
    );
  });
});
