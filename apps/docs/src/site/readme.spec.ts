import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from './places.mjs';

const FILES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** READMEs of folders that a person opens to work in. */
const PACKAGES = ['.', 'apps', 'libs', 'tools']
  .flatMap((group) => readdirSync(path.join(root, group)).map((name) => path.join(group, name, 'README.md')))
  .filter((file) => existsSync(path.join(root, file)) && !file.includes('node_modules'));

/** Words, those of tables too. */
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;

describe('the README of each package', () => {
  it('should be there', () => {
    expect(PACKAGES.length).toBeGreaterThan(20);
  });

  it.each(PACKAGES)('should fit a screen: %s', (file) => {
    const text = textOf(file);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    expect(wordsOf(text)).toBeLessThanOrEqual(350);
  });

  it.each(PACKAGES)('should say how to test it: %s', (file) => {
    expect(textOf(file)).toMatch(/^(?:#+ .*\b[Tt]est|Test: )/m);
  });

  it.each(PACKAGES)('should lead from %s to files that are there', (file) => {
    const links = [...textOf(file).matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link);
    const folder = path.dirname(path.join(root, file));
    expect(links.filter((link) => !existsSync(path.join(folder, link)))).toEqual([]);
  });
});

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

describe('the walks of CONTRIBUTING', () => {
  /** Paths in code; they begin at the root of the checkout. */
  const paths = [
    ...textOf('CONTRIBUTING.md').matchAll(/`([\w.<>-]+(?:\/[\w.<>-]+)+|[\w-]+\.(?:ts|mjs|json|md))`/g),
  ].map(([, name = '']) => name);

  /** A name in angle brackets, which is the last one, stands for any. */
  const isThere = (name: string): boolean => {
    const [before = '', after] = name.split(/<\w+>/);
    const place = path.join(root, before);
    return existsSync(place) && (after === undefined || readdirSync(place).some((each) => each.endsWith(after)));
  };

  it('should name files and folders that are there', () => {
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((name) => !isThere(name))).toEqual([]);
  });
});
