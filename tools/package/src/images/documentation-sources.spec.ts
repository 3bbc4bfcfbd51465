import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { importTable } from '../../../lint/import-table.mjs';
import { root } from '../paths.mjs';

const lines = (file: string): string[] => readFileSync(path.join(root, file), 'utf8').split('\n');

describe('the image of the api', () => {
  const copied = lines('docker/api.Dockerfile')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap((line) => line.split(' ').slice(1, -1));
  const sent = lines('.dockerignore')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const holds = (files: readonly string[], file: string): boolean =>
    files.some((each) => file === each || file.startsWith(`${each}/`));

  it.each(Object.values(importTable).map(({ directory }) => `${directory}/package.json`))(
    'should be built with %s, of which the documentation tells',
    (file) => {
      expect([holds(copied, file), holds(sent, file)]).toEqual([true, true]);
    },
  );
});
