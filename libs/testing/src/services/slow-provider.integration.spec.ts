import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { serviceDirectory } from './service-directory.js';
import { installSlowProvider } from './slow-provider.js';

const directory = await serviceDirectory('slow-provider');
afterAll(() => directory.remove());

const provider = installSlowProvider(directory.path);
const env = { ...process.env, ...provider.env };
const describeWithTerraform = spawnSync('terraform', ['version']).status === 0 ? describe : describe.skip;

function initialised(configuration: string, name: string): string {
  const cwd = join(directory.path, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'main.tf'), configuration);
  expect(spawnSync('terraform', ['init', '-input=false'], { cwd, env }).status).toBe(0);
  return cwd;
}

const apply = (cwd: string) => spawn('terraform', ['apply', '-auto-approve'], { cwd, env, stdio: 'ignore' });

const stateIn = (cwd: string): string => readFileSync(join(cwd, 'terraform.tfstate'), 'utf8');

describeWithTerraform('the provider that takes its time', () => {
  it('should create and delete what terraform orders, and note both', async () => {
    const cwd = initialised(provider.configuration({ journal: 'whole', seconds: 0 }), 'whole');
    expect(await once(apply(cwd), 'exit')).toEqual([0, null]);
    expect(spawnSync('terraform', ['plan', '-detailed-exitcode'], { cwd, env }).status).toBe(0);
    expect(spawnSync('terraform', ['destroy', '-auto-approve'], { cwd, env }).status).toBe(0);
    expect(provider.journal('whole')).toEqual(['create begins', 'create done', 'deleted']);
  });

  it('should show terraform that its thing was deleted outside', async () => {
    const cwd = initialised(provider.configuration({ journal: 'missed' }), 'missed');
    expect(await once(apply(cwd), 'exit')).toEqual([0, null]);
    provider.remove('missed');
    expect(spawnSync('terraform', ['plan', '-detailed-exitcode'], { cwd, env }).status).toBe(2);
    expect(await once(apply(cwd), 'exit')).toEqual([0, null]);
    expect(provider.made('missed')).toBe(1);
  });

  it('should return what there is when terraform asks it to stop', async () => {
    const cwd = initialised(provider.configuration({ journal: 'cut', seconds: 600 }), 'cut');
    const terraform = apply(cwd);
    const ended = once(terraform, 'exit');
    await eventually(() => provider.journal('cut').length === 1);
    terraform.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(provider.journal('cut')).toEqual(['create begins', 'cancelled']);
    expect(stateIn(cwd)).toContain('"tainted"');
  });

  it.each([
    ['fails', ['create begins', 'failed'], true],
    ['crashes', ['create begins', 'crashed'], false],
  ] as const)('should leave what terraform makes of a creation that %s', async (ends, journal, isKept) => {
    const cwd = initialised(provider.configuration({ journal: ends, ends }), ends);
    expect(await once(apply(cwd), 'exit')).toEqual([1, null]);
    expect([provider.journal(ends), provider.made(ends)]).toEqual([journal, 1]);
    expect(stateIn(cwd).includes('"tainted"')).toBe(isKept);
  });

  it('should wait for its gate, make again what is tainted, and hang until it is killed', async () => {
    const cwd = initialised(
      provider.configuration({ journal: 'gated', gate: 'one' }, { journal: 'hung', ends: 'hangs' }),
      'gated',
    );
    const first = apply(cwd);
    const cut = once(first, 'exit');
    await eventually(() => provider.made('gated') === 1 && provider.made('hung') === 1);
    provider.open('one');
    await eventually(() => provider.journal('gated').includes('create done'));
    first.kill('SIGINT');
    await expect(Promise.race([cut, delay(300, 'alive')])).resolves.toBe('alive');
    first.kill('SIGKILL');
    await cut;
    expect(provider.journal('hung')).toEqual(['create begins']);
  });
});
