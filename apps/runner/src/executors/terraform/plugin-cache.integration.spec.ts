import { lstatSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import type { JobPlanning } from '@switchyard/contracts';
import { installSlowProvider } from '@switchyard/testing';
import { makeRepository } from '../../testing/git-repository.js';
import { EXAMPLE_PLANNING, exampleJob, makeTestArea, recordAttempt } from '../../testing/recorded-attempt.js';
import { reasonText } from '../../testing/reason-text.js';
import { execute } from '../execute.js';
import { describeWithTerraform } from '../../testing/describe-with-terraform.js';
import { PluginCache } from './plugin-cache.js';

const area = makeTestArea();
afterAll(() => area.remove());
const provider = installSlowProvider(area.dir);
const PLANNING: JobPlanning = { ...EXAMPLE_PLANNING, plan_only: true };

let count = 0;

/** Plans in an attempt of its own, with the cache that all of this file share. */
async function plan(): Promise<{ outcome: string; reason: string; cache: string }> {
  const files = { 'main.tf': provider.configuration({ journal: `thing-${++count}` }) };
  const url = `file://${makeRepository(area.path(`repository-${count}`), files)}`;
  const job = exampleJob(url, { app: 'terraform', playbook: '', planning: PLANNING, env: provider.env });
  const { context } = recordAttempt(area, job);
  const { outcome, reason } = await execute(context);
  return { outcome, reason: reasonText(reason), cache: join(context.cacheDir, 'terraform-plugins', '1') };
}

/** The package of the provider: the fifth directory below the cache. */
const packageIn = (cache: string): string =>
  Array.from({ length: 5 }).reduce<string>((dir) => join(dir, readdirSync(dir)[0] ?? 'empty'), cache);

describeWithTerraform(PluginCache.name, () => {
  it('should leave a package as it is, because another task may be running it', async () => {
    const first = await plan();
    const written = lstatSync(packageIn(first.cache), { bigint: true }).ctimeNs;
    expect(await plan()).toMatchObject({ outcome: 'success' });
    expect(lstatSync(packageIn(first.cache), { bigint: true }).ctimeNs).toBe(written);
  });

  it('should remove what an initialisation that was cut off has half written, and nothing else', async () => {
    const { cache } = await plan();
    const whole = packageIn(cache);
    const written = lstatSync(whole, { bigint: true }).ctimeNs;
    const half = join(dirname(dirname(whole)), '0.9.0', 'linux_amd64');
    const before = new Date(lstatSync(whole).mtimeMs - 60_000);
    utimesSync(whole, before, before);
    writeFileSync(`${cache}.writing`, '');
    mkdirSync(half, { recursive: true });
    expect((await plan()).outcome).toBe('success');
    expect(readdirSync(dirname(half))).toEqual([]);
    expect(lstatSync(whole, { bigint: true }).ctimeNs).toBe(written);
    expect(readdirSync(dirname(cache))).toEqual(['1']);
  });
});
