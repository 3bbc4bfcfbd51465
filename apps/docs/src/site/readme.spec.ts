import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from './places.mjs';

const FILES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

describe('the first pages of the repository', () => {
  it('should say in 700 words what this is and where to go on', () => {
    expect(textOf('README.md').split(/\s+/).length).toBeLessThanOrEqual(700);
  });

  it.each(FILES)('should lead from %s to files that are there', (file) => {
    const links = [...textOf(file).matchAll(/(?:\]\(|src(?:set)?=")([^)"\s]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(path.join(root, link)))).toEqual([]);
  });

  it.each(FILES)('should name npm scripts on %s that are there', (file) => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const names = [...textOf(file).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
