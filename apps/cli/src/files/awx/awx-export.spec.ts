import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readExport } from './awx-export.js';

describe(readExport.name, () => {
  let directory: string;
  beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'switchyard-awx-'))));
  afterAll(() => rm(directory, { recursive: true }));

  const read = async (text: string) => {
    const file = join(directory, 'export');
    await writeFile(file, text);
    return readExport(file);
  };

  it.each([
    ['JSON', '{"projects": [{"name": "site"}], "users": null}'],
    ['YAML', 'projects:\n- name: site\nusers: null\n'],
  ])('should read %s', async (_, text) => {
    const source = await read(text);
    expect([source.assets('project'), source.assets('user')]).toEqual([[{ name: 'site' }], []]);
  });

  it('should find an object by its natural key, whatever the order of its members', async () => {
    const keys = ['{"name": "a", "type": "project", "organization": {"name": "x", "type": "organization"}}'];
    const source = await read(`{"projects": [{"name": "a", "natural_key": ${keys[0]}}, {"name": "a"}]}`);
    const key = { organization: { type: 'organization', name: 'x' }, type: 'project', name: 'a' };
    expect(source.find(key)).toMatchObject({ name: 'a', natural_key: key });
    expect(source.find({ ...key, organization: null })).toBeNull();
    expect(source.find(null)).toBeNull();
  });

  it.each([
    ['[{"asset_type": "project"}]', /export of tower-cli/],
    ['{"meta": {}}', /no export of AWX/],
    ['plain text', /no export of AWX/],
    ['{"projects": {}}', /"projects" of the export is no list/],
    ['{"projects": [\n {"a":}}', /: .* at line 2, column \d+/],
    ['projects:\n- a: [1\n  b: 2\n', /: .* at line 3, column 3/],
  ])('should refuse %s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});
