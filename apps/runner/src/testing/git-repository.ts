import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', '-c', 'protocol.file.allow=always'];

/** Runs git in a directory and returns what it prints. */
export function git(dir: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...AUTHOR, ...args], { cwd: dir, env, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** Makes a repository with a branch `main` and these files. */
export function makeRepository(dir: string, files: Record<string, string>): string {
  mkdirSync(dir, { recursive: true });
  git(dir, 'init', '--quiet', '--initial-branch=main');
  commitFiles(dir, files, 'First commit');
  return dir;
}

/** Commits files, a leading `->` in the content makes a symbolic link, `#!` an executable; returns the hash. */
export function commitFiles(dir: string, files: Record<string, string>, message: string): string {
  Object.entries(files).forEach(([name, content]) => writeEntry(join(dir, name), content));
  git(dir, 'add', '--all');
  git(dir, 'commit', '--quiet', '--allow-empty', '-m', message);
  return git(dir, 'rev-parse', 'HEAD');
}

function writeEntry(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (content.startsWith('->')) {
    symlinkSync(content.slice(2), path);
    return;
  }
  writeFileSync(path, content);
  if (content.startsWith('#!')) {
    chmodSync(path, 0o755);
  }
}
