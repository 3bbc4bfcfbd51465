import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { importTable } from '../../../lint/import-table.mjs';
import { root } from '../paths.mjs';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const holds = (files: readonly string[], file: string): boolean =>
  files.some((each) => file === each || file.startsWith(`${each}/`));

/** Paths that an image takes from the checkout. */
const copied = (image: string): string[] =>
  read(`docker/${image}.Dockerfile`)
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap((line) => line.split(' ').slice(1, -1));

/** Libraries that a package needs, with those that they need. */
function libraries(directory: string): string[] {
  const { dependencies = {} } = JSON.parse(read(`${directory}/package.json`)) as {
    dependencies?: Record<string, string>;
  };
  const own = Object.keys(dependencies)
    .filter((name) => name.startsWith('@switchyard/'))
    .map((name) => `libs/${name.slice('@switchyard/'.length)}`);
  return [...new Set(own.flatMap((each) => [each, ...libraries(each)]))];
}

describe('an image', () => {
  const sent = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));

  it.each(Object.values(importTable).map(({ directory }) => `${directory}/package.json`))(
    'should be built with %s, which the documentation of the api shows',
    (file) => {
      expect([holds(copied('api'), file), holds(sent, file)]).toEqual([true, true]);
    },
  );

  it.each(['api', 'console', 'dispatcher', 'runner'])('should be built with all libraries of the %s', (image) => {
    const lacking = libraries(`apps/${image}`).flatMap((library) => {
      const files = copied(image);
      return [
        ...(files.includes(`${library}/package.json`) ? [] : [`${library}/package.json`]),
        ...(holds(files, `${library}/src`) ? [] : [library]),
      ];
    });
    expect(lacking).toEqual([]);
  });
});
