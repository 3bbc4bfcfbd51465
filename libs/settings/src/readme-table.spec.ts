import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { API_NODE_OPTIONS } from './catalogue.js';
import { withTables } from './readme-table.js';
import { readmes } from './write-readmes.js';

const root = resolve(import.meta.dirname, '../../..');

describe(withTables.name, () => {
  it.each(readmes)('should find the tables of %s up to date: npm run settings writes them', (file) => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('<!-- settings: ');
    expect(withTables(text)).toBe(text);
  });
});

describe('the options of Node for the api', () => {
  it.each([
    'apps/docs/pages/administration/install.md',
    'docker/api.Dockerfile',
    'deploy/systemd/switchyard-api.service',
  ])('should be the same in %s as in npm start', (file) => {
    const found = readFileSync(join(root, file), 'utf8').match(/--(max-\w+-space-size|heap-growing-percent)=\d+/g);
    expect(found).toEqual(API_NODE_OPTIONS);
  });
});
