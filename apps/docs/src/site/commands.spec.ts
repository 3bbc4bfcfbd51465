import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkedAtStart, flagOptions, startSettings } from '@switchyard/settings';
import { root } from './places.mjs';
import { allPages } from './written-pages.mjs';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const texts = allPages();

/** Names that are set for tasks or for the command line, and are no settings. */
const OTHERS = /^SWITCHYARD_(TASK_\w+|ATTEMPT|SERVER|TOKEN|PROJECT)$/;
/** Paths of the checkout that a build makes. */
const BUILT = /\/dist\//;

const codeOf = (text: string): string =>
  [...text.matchAll(/```sh\n([^]*?)```|`([^`\n]+)`/g)].map(([, block, inline]) => block ?? inline).join('\n');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);

describe('commands and names of the pages', () => {
  it.each([...texts])('should have each npm script of %s', (_, text) => {
    const named = found(codeOf(text), /npm run ([\w:-]+)/g);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it.each([...texts])('should have each option of npm start on %s', (_, text) => {
    const options = Object.keys(flagOptions(startSettings));
    const named = [...codeOf(text).matchAll(/npm start -- ([^\n]*)/g)].flatMap(([, args = '']) =>
      found(args, /--([\w-]+)/g),
    );
    expect(named.filter((name) => name !== 'help' && !options.includes(name))).toEqual([]);
  });

  it.each([...texts])('should have each setting of %s', (_, text) => {
    const named = found(text, /\b(SWITCHYARD_\w*[A-Z])\b/g).map((name) => name.replace(/_FILE$/, ''));
    const isKnown = (name: string): boolean =>
      [name, `${name}_FILE`].some((form) => Object.hasOwn(checkedAtStart, form)) || OTHERS.test(name);
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });

  it.each([...texts])('should have each file of the checkout on %s', (_, text) => {
    const named = found(codeOf(text), /(?:^|[\s`])((?:apps|deploy|docker|libs|tools)\/[\w./-]*\w)/gm).filter(
      (name) => !BUILT.test(name),
    );
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });

  it.each([...texts])('should have each command of the server and the runner on %s', (_, text) => {
    const code = codeOf(text);
    const help = readFileSync(path.join(root, 'apps/api/src/cli/help.ts'), 'utf8');
    const server = found(code, /(?:cli\.js|npm run user --) ([a-z][a-z-]*)/g);
    expect(server.filter((name) => !help.includes(` ${name} `))).toEqual([]);
    const commands = readdirSync(path.join(root, 'apps/runner/src/commands')).join(' ');
    const runner = found(code, /switchyard-runner ([a-z]+)/g);
    expect(runner.filter((name) => !commands.includes(name))).toEqual([]);
  });
});
