import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One call of a stand-in. */
export interface RecordedCall {
  tool: string;
  argv: string[];
  cwd: string;
  env: Record<string, string>;
  stdin: string;
}

/** Reaction of a stand-in when the first words after leading options, one or two, match; `''` matches all. */
export interface ScriptedAnswer {
  when: string;
  stdout?: string;
  exitCode?: number;
  /** Files it writes: the path is the value of the argument with this prefix, such as `-out=`. */
  writes?: { prefix: string; content: string };
}

/** Programs under the names of real tools that write down how they are called and play a script. */
export interface RecordingTools {
  /** Directory to be put on the PATH. */
  bin: string;
  calls(): RecordedCall[];
}

/** Makes stand-ins for tools that cannot be had on this machine, one for each name. */
export function makeRecordingTools(
  dir: string,
  tools: Readonly<Record<string, readonly ScriptedAnswer[]>>,
): RecordingTools {
  const bin = join(dir, 'bin');
  const log = join(dir, 'calls.jsonl');
  mkdirSync(bin, { recursive: true });
  for (const [name, answers] of Object.entries(tools)) {
    const path = join(bin, name);
    writeFileSync(path, program(name, log, answers));
    chmodSync(path, 0o755);
  }
  return {
    bin,
    calls: () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as RecordedCall),
  };
}

const program = (tool: string, log: string, answers: readonly ScriptedAnswer[]): string => `#!${process.execPath}
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const argv = process.argv.slice(2);
const stdin = readFileSync(0, 'utf8');
appendFileSync(${JSON.stringify(log)}, JSON.stringify({ tool: ${JSON.stringify(tool)}, argv, cwd: process.cwd(), env: process.env, stdin }) + '\\n');
const words = argv.slice(argv.findIndex((arg) => !arg.startsWith('-')));
const keys = [words.slice(0, 2).join(' '), words[0] ?? '', ''];
const answer = ${JSON.stringify(answers)}.find(({ when }) => keys.includes(when)) ?? {};
const target = answer.writes && argv.find((arg) => arg.startsWith(answer.writes.prefix));
if (target) {
  writeFileSync(target.slice(answer.writes.prefix.length), answer.writes.content);
}
process.stdout.write(answer.stdout ?? '');
process.exit(answer.exitCode ?? 0);
`;
