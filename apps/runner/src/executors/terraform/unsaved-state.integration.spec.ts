import { mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_STATE_BYTES } from '@switchyard/contracts';
import { createOutputPipe } from '../../process/output-pipe.js';
import { makeTestArea } from '../../testing/recorded-attempt.js';
import { ownFiles } from '../../files/own-files.js';
import { findUnsavedState, timeOfFiles } from './unsaved-state.js';

describe(findUnsavedState.name, () => {
  const area = makeTestArea();
  let since: number;
  let dir: string;
  let file: string;
  let count = 0;
  beforeEach(async () => {
    dir = area.path(String(++count));
    mkdirSync(dir);
    since = await timeOfFiles(ownFiles, dir);
    file = `${dir}/errored.tfstate`;
  });
  afterAll(() => area.remove());

  const found = async (): Promise<string | null | undefined> => {
    const unsaved = await findUnsavedState(ownFiles, dir, since);
    return unsaved && (unsaved.bytes?.toString() ?? undefined);
  };

  it('should find what the tool left beside the configuration, or in the cache of Terragrunt', async () => {
    expect(await found()).toBeNull();
    mkdirSync(`${dir}/.terragrunt-cache/a/b/module`, { recursive: true });
    writeFileSync(`${dir}/.terragrunt-cache/a/b/module/errored.tfstate`, '{"in":"cache"}');
    expect(await found()).toBe('{"in":"cache"}');
    writeFileSync(file, '{"beside":1}');
    expect(await found()).toBe('{"beside":1}');
  });

  it('should give a lineage to a state that was never saved, and leave any other as it is', async () => {
    const state = (lineage: string): string =>
      `{\n  "serial": 0,\n  "lineage": "${lineage}",\n  "note": "ä ${'x'.repeat(5_000)}"}`;
    writeFileSync(file, state(''));
    const given = JSON.parse((await found()) ?? '') as { lineage: string };
    expect(given).toEqual({ ...(JSON.parse(state('')) as object), lineage: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    writeFileSync(file, state('line'));
    expect(await found()).toBe(state('line'));
  });

  it('should take no file of an earlier run, and nothing that is empty', async () => {
    writeFileSync(file, '{}');
    utimesSync(file, since / 1_000 - 60, since / 1_000 - 60);
    expect(await found()).toBeNull();
    writeFileSync(file, '');
    expect(await found()).toBeNull();
  });

  it('should follow no link and wait for no pipe', async () => {
    writeFileSync(`${dir}/secret`, 'root:x');
    symlinkSync(`${dir}/secret`, file);
    mkdirSync(`${dir}/elsewhere`);
    writeFileSync(`${dir}/elsewhere/errored.tfstate`, '{}');
    symlinkSync(`${dir}/elsewhere`, `${dir}/.terragrunt-cache`);
    expect(await found()).toBeNull();
    rmSync(file);
    await createOutputPipe(file);
    expect(await found()).toBeNull();
  });

  it('should read nothing that is too large', async () => {
    writeFileSync(file, '{');
    truncateSync(file, MAX_STATE_BYTES + 1);
    expect(await found()).toBeUndefined();
  });
});
