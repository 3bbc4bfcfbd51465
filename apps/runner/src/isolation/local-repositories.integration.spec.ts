import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, LOCAL_INVENTORY } from '../testing/recorded-attempt.js';
import { IsolatedRunner, IsolationArea, isRoot } from '../testing/isolated-runner.js';

const SECRET = 'canary-of-the-server';
const HELLO = { 'hello.sh': 'echo "uid $(id -u)"\n' };

(isRoot ? describe : describe.skip)('local repositories of attempts with users of their own', () => {
  let area: IsolationArea;
  let runner: IsolatedRunner;
  let tasks = 0;

  beforeAll(() => {
    area = new IsolationArea(HELLO);
    makeRepository(area.path('data'), { 'secret.key': SECRET });
    writeFileSync(area.path('data/host.key'), `${SECRET}\n`, { mode: 0o600 });
    makeRepository(area.path('open/app'), HELLO);
  });
  beforeEach(() => {
    runner = new IsolatedRunner(area);
  });
  afterEach(() => runner.close());
  afterAll(() => area.remove());

  async function reasonOf(url: string, playbook = 'hello.sh', app = 'bash'): Promise<string> {
    const inventory = app === 'ansible' ? LOCAL_INVENTORY : null;
    const attempt = runner.under.gateway.assign(exampleJob(url, { task_id: ++tasks, playbook, app, inventory }));
    const { reason } = await runner.finished(attempt);
    const shown = `${runner.output(attempt)}${reason}`;
    expect(shown).not.toContain(SECRET);
    return shown;
  }

  it('should never take a directory of Switchyard itself for a repository', async () => {
    await runner.start(undefined, undefined, { hiddenDirs: [area.path('data')] });
    for (const url of [area.path('data'), `file://${area.path('data')}`, area.dir, runner.workDir, '/']) {
      expect(await reasonOf(url, 'secret.key', 'ansible')).toContain('holds files of Switchyard itself');
    }
  });

  it('should quote nothing of a file in an error that the user of the task cannot read', async () => {
    await runner.start();
    expect(await reasonOf(area.path('data'), 'host.key', 'ansible')).toMatch(
      /ermission denied|not readable|unreadable/i,
    );
    chmodSync(area.path('data'), 0o700);
    expect(await reasonOf(area.path('data'), 'host.key', 'ansible')).toContain(
      `cannot be read by the user of the task`,
    );
    expect(await reasonOf(`file://${area.path('data')}`, 'host.key')).toMatch(
      /ermission denied|cannot be read|not exist/,
    );
    chmodSync(area.path('data'), 0o755);
  });

  it('should keep to the directories that are given for them', async () => {
    await runner.start(undefined, undefined, { localRepositoryRoots: [area.path('open')] });
    expect(await reasonOf(area.sources)).toContain('does not lie where this runner takes local repositories from');
    expect(await reasonOf(`file://${area.sources}`)).toContain('does not lie where this runner takes');
    expect(await reasonOf(`file://${area.path('open/app')}`)).toMatch(/^uid \d+$/m);
    expect(await reasonOf(area.path('open/app'))).toMatch(/^uid \d+$/m);
  });

  it('should read a repository of another owner without running what it brings along', async () => {
    const [dir, marker] = [area.path('foreign'), area.path('open/marker')];
    makeRepository(dir, HELLO);
    mkdirSync(join(dir, '.git/hooks'), { recursive: true });
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor']) {
      writeFileSync(join(dir, '.git/hooks', hook), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    }
    chmodSync(area.path('open'), 0o777);
    for (const [key, value] of [
      ['core.fsmonitor', join(dir, '.git/hooks/fsmonitor')],
      ['core.hooksPath', join(dir, '.git/hooks')],
      ['uploadpack.packObjectsHook', join(dir, '.git/hooks/fsmonitor')],
    ] as const) {
      git(dir, 'config', key, value);
    }
    await runner.start();
    expect(await reasonOf(`file://${dir}`)).toMatch(/^uid \d+$/m);
    expect(await reasonOf(dir)).toMatch(/^uid \d+$/m);
    expect(existsSync(marker)).toBe(false);
  });
});
