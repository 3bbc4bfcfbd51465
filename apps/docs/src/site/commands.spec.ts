import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkedAtStart, flagOptions, runnerSettings, startSettings } from '@switchyard/settings';
import { root } from './places.mjs';
import { allPages } from './written-pages.mjs';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const texts = allPages();

/** Names that are set for tasks, for the command line or for an image, and are no settings. */
const OTHERS = /^SWITCHYARD_(TASK_\w+|OUTPUTS|ATTEMPT|SERVER|TOKEN|PROJECT|RUNNER_SHARED_VOLUME)$/;
/** Paths of the checkout that a build makes. */
const BUILT = /\/dist\//;

const codeOf = (text: string): string =>
  [...text.matchAll(/```sh\n([^]*?)```|`([^`\n]+)`/g)].map(([, block, inline]) => block ?? inline).join('\n');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);

/** Sources of a folder of the checkout in one text. */
const sourcesOf = (folder: string): string =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'))
    .join('\n');

/** Words after the name of a program, one list a call: the command, and all that follows on the line. */
const callsOf = (text: string, program: RegExp): string[][] =>
  [
    ...codeOf(text)
      .replaceAll(/\\\n\s*/g, '')
      .matchAll(program),
  ].map(([, call = '']) => (call.split(/ [|>#]|&&/)[0] ?? '').trim().split(/\s+/));
const flagsOf = (words: readonly string[]): string[] =>
  words.filter((word) => word.startsWith('--')).map((word) => word.replace(/=.*$/, ''));

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

  const commandLine = sourcesOf('apps/cli/src');
  /** Two commands are made in a loop. */
  const itsCommands = new Set([
    'confirm',
    'reject',
    ...found(commandLine, /(?:\.command\(|(?:add(?:<[^(]*>)?|group)\(\s*[\w.]+,)\s*'([a-z]+)/g),
  ]);
  const itsFlags = new Set(['--help', '--version', ...found(commandLine, /'(?:-\w, )?(--[a-z][a-z-]*)/g)]);

  it('should know commands and options of the command line', () => {
    expect([...itsCommands]).toEqual(expect.arrayContaining(['login', 'run', 'import', 'semaphore', 'state', 'apply']));
    expect([...itsFlags]).toEqual(expect.arrayContaining(['--follow', '--answer', '--output', '--dry-run']));
  });

  it.each([...texts])('should have each command of the command line on %s, with its options', (_, text) => {
    const calls = callsOf(text, /(?:^|\$\(|\n\s*)(?:node )?switchyard(?:\.cjs)? ([a-z][^`\n]*)/g);
    expect(calls.map(([name = '']) => name).filter((name) => !itsCommands.has(name))).toEqual([]);
    expect(calls.flatMap(flagsOf).filter((flag) => !itsFlags.has(flag))).toEqual([]);
  });

  it.each([...texts])('should have each option of commands at the server and of the runner on %s', (_, text) => {
    const server = sourcesOf('apps/api/src/cli') + sourcesOf('tools/stack/src');
    const calls = callsOf(text, /(?:cli\.js|npm run (?:user|doctor|bucket|backup|restore|subscription) --) ([^`\n]*)/g);
    const unknown = calls.flatMap(flagsOf).filter((flag) => !new RegExp(`${flag}\\b`).test(server));
    expect(unknown).toEqual([]);
    const runnerFlags = ['force', 'help', 'version', ...Object.keys(flagOptions(runnerSettings))];
    const runner = callsOf(text, /switchyard-runner ([a-z][^`\n]*)/g).flatMap(flagsOf);
    expect(runner.filter((flag) => !runnerFlags.includes(flag.slice(2)))).toEqual([]);
  });
});
