import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandError } from '../exit-codes.js';
import { readFiles } from './read-files.js';
import { filesOfProject, writeFiles } from './write-files.js';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'files-'));
});
afterEach(() => rm(directory, { recursive: true }));

const write = (name: string, text: string): Promise<void> => writeFile(join(directory, name), text);

async function faultOf(): Promise<string> {
  const error = await readFiles(directory).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(CommandError);
  return (error as CommandError).message.replaceAll(`${directory}/`, '');
}

describe(readFiles.name, () => {
  it('should put the lists of several files together, and know where each entry stands', async () => {
    await write('a.yaml', 'project:\n  name: Shop\nviews:\n  - title: A\n    position: 0\n');
    await write('b.yml', '# more\nviews:\n  - position: 1\n    title: B\n');
    const files = await readFiles(directory);
    expect(files.document).toEqual({
      meta: { name: 'Shop' },
      views: [
        { title: 'A', position: 0 },
        { title: 'B', position: 1 },
      ],
    });
    const place = (path: (string | number)[]) => files.place(path)?.replace(`${directory}/`, '');
    expect(place(['views', 1, 'title'])).toBe('b.yml:4:12');
    expect(place(['views', 1, 'unknown'])).toBe('b.yml:3:5');
    expect(place(['meta', 'name'])).toBe('a.yaml:2:9');
    expect(files.place(['keys', 0])).toBeNull();
  });

  it('should read what was written', async () => {
    const texts = [
      '1.0',
      'yes',
      'null',
      '- a',
      '#',
      'a: b',
      '"q"',
      ' x ',
      'a\nb\n',
      'a\r\nb',
      '\t',
      'é\u2028',
      '~',
      '',
    ];
    const views = texts.map((title, position) => ({ title: `${position}${title}`, position, text: title }));
    await writeFiles(directory, filesOfProject({ meta: { name: 'x', type: '', alert: true }, views }));
    const { document } = await readFiles(directory);
    expect(document).toMatchObject({ meta: { name: 'x', alert: true }, views, keys: [], alert_channels: [] });
    expect(document.meta).not.toHaveProperty('type');
  });

  it.each([
    ['no YAML', 'a: [1', /^a\.yaml:1:\d+: /],
    ['a member twice', 'views: []\nviews: []\n', /^a\.yaml:2:1: .*unique/],
    ['a text', 'views', /^a\.yaml:1:1: must be a mapping/],
    ['an unknown tag', 'views: !!js/function "x"\n', /^a\.yaml:1:8: /],
    ['a second document', 'views: []\n---\nkeys: []\n', /^a\.yaml:\d:\d: a file holds one document/],
    ['a list that is a text', 'views: x\n', /^a\.yaml:1:8: must be a list/],
    ['a name twice', 'views:\n  - title: a\n  - title: a\n', /^a\.yaml:3:5: "a" stands in a\.yaml:2:5 too/],
    [
      'a list that grows without end',
      `a: &a [${'x,'.repeat(50)}]\nb: &b [${'*a,'.repeat(50)}]\nviews: [${'*b,'.repeat(50)}]\n`,
      /alias/,
    ],
  ])('should name the place of %s', async (_what, text, fault) => {
    await write('a.yaml', text);
    expect(await faultOf()).toMatch(fault);
  });

  it('should say that there is nothing to read', async () => {
    expect(await faultOf()).toMatch(/has no YAML file$/);
    await write('a.yaml', '');
    expect(await faultOf()).toBe('a.yaml is empty');
  });
});
