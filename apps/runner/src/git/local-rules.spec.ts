import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keepToLocalRules, readLocalRules } from './local-rules.js';
import { parseRepositoryUrl } from './repository-url.js';

describe(keepToLocalRules, () => {
  let base: string;

  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'rules-')));
    ['data/runners', 'sources/app', 'sources 2/app', 'sourcesX'].forEach((dir) =>
      mkdirSync(join(base, dir), { recursive: true }),
    );
    symlinkSync(join(base, 'data'), join(base, 'sources/link'));
    symlinkSync(join(base, 'data'), join(base, 'data-link'));
    symlinkSync(join(base, 'sources/app'), join(base, 'app-link'));
  });
  afterAll(() => rmSync(base, { recursive: true }));

  const keep = async (url: string, rules: { roots?: string[]; closed?: string[] }) =>
    (
      await keepToLocalRules(
        parseRepositoryUrl(url),
        await readLocalRules({
          authorities: null,
          roots: (rules.roots ?? []).map((dir) => join(base, dir)),
          closed: (rules.closed ?? []).map((dir) => join(base, dir)),
        }),
      )
    ).url;

  it.each(['data', 'data/runners', 'sources/link', 'sources/../data', '.', 'data/none', 'data-link/runners'])(
    'should refuse %s, which is in the data directory or around it',
    async (path) => {
      for (const url of [`${base}/${path}`, `file://${base}/${path}`]) {
        await expect(keep(url, { closed: ['data'] })).rejects.toThrow('files of Switchyard itself');
        await expect(keep(url, { closed: ['data-link'] })).rejects.toThrow('files of Switchyard itself');
      }
    },
  );

  it('should decode a file address as git does', async () => {
    const hidden = `file://${base.replace('/', '/%2F')}/%64ata`;
    await expect(keep(hidden, { closed: ['data'] })).rejects.toThrow('files of Switchyard itself');
    await expect(keep(`FILE://${base}/data`, { closed: ['data'] })).rejects.toThrow('files of Switchyard itself');
    await expect(keep('file:///%', {})).rejects.toThrow('escaped character');
    expect(await keep(`file://${base}/sources%202/app`, {})).toBe(`file://${base}/sources%202/app`);
  });

  it('should keep to the roots, by real path', async () => {
    const roots = { roots: ['sources', 'sources 2'] };
    expect(await keep(join(base, 'app-link'), roots)).toBe(join(base, 'sources/app'));
    expect(await keep(join(base, 'sources 2/app'), roots)).toBe(join(base, 'sources 2/app'));
    for (const path of ['data', 'sources/link', 'sourcesX', 'sources/none/../../data']) {
      await expect(keep(join(base, path), roots)).rejects.toThrow('takes local repositories from');
    }
  });

  it('should leave other addresses alone', async () => {
    expect(await keep('https://example.com/data', { roots: ['sources'] })).toBe('https://example.com/data');
    expect(await keep(join(base, 'none'), { closed: ['data'] })).toBe(join(base, 'none'));
  });
});
