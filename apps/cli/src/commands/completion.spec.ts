import { execFileSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { buildProgram } from '../command-line.js';
import type { Terminal } from '../terminal.js';

async function scriptOf(shell: string): Promise<string> {
  const stdout = new PassThrough();
  const terminal = { env: {}, stdin: process.stdin, stdout, stderr: process.stderr } as unknown as Terminal;
  await buildProgram(terminal).program.parseAsync(['completion', shell], { from: 'user' });
  return String(stdout.read());
}

/** Words that bash offers for a line whose last word is being typed. */
async function offered(words: string[]): Promise<string[]> {
  const list = words.map((word) => `'${word}'`).join(' ');
  const probe = `COMP_WORDS=(${list}) COMP_CWORD=${words.length - 1}; _switchyard; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const script = `${await scriptOf('bash')}\n${probe}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

describe('completion', () => {
  it('should offer commands, the commands of a group, and options, in bash', async () => {
    expect(await offered(['switchyard', 'pro'])).toEqual(['projects']);
    expect(await offered(['switchyard', 'schedules', ''])).toEqual(expect.arrayContaining(['list', 'pause', 'resume']));
    expect(await offered(['switchyard', '--project', 'x', 'run', 'a template', '--fol'])).toEqual(['--follow']);
  });

  it('should name every command in every shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = await scriptOf(shell);
      expect(['login', 'logs', 'confirm', 'unlock'].filter((name) => !script.includes(name))).toEqual([]);
    }
  });

  it('should refuse a shell that it does not know', async () => {
    await expect(scriptOf('tcsh')).rejects.toThrow();
  });
});
