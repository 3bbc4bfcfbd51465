import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ownFiles } from '../files/own-files.js';
import { keepKnownHosts, lendKnownHosts } from './known-hosts.js';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';
const OTHER = 'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBEmKSENjQEezOmxkZMy7';

describe(keepKnownHosts.name, () => {
  let root: string;
  let cache: string;
  let own: string;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'known-')));
    [cache, own] = ['cache', 'own'].map((name) => path.join(root, name)) as [string, string];
    [cache, own].forEach((dir) => mkdirSync(dir));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const learnt = (text: string): void => writeFileSync(path.join(own, 'known_hosts'), text);
  const known = (): string => {
    try {
      return readFileSync(path.join(cache, 'known_hosts'), 'utf8');
    } catch {
      return '';
    }
  };

  it('should keep what was learnt, for the runner alone, and lend it to the next attempt', async () => {
    learnt(`[git.example:22]:2222 ${KEY}\nother.example,10.0.0.1 ${OTHER}\n`);
    await keepKnownHosts(cache, ownFiles, own);
    expect(known()).toBe(`[git.example:22]:2222 ${KEY}\nother.example,10.0.0.1 ${OTHER}\n`);
    expect(statSync(path.join(cache, 'known_hosts')).mode & 0o077).toBe(0);
    learnt('');
    await lendKnownHosts(cache, ownFiles, own);
    expect(readFileSync(path.join(own, 'known_hosts'), 'utf8')).toBe(known());
  });

  it('should give a host that is known no other key', async () => {
    writeFileSync(path.join(cache, 'known_hosts'), `git.example ${KEY}\n`);
    learnt(`git.example ${OTHER}\nnew.example ${OTHER}\n`);
    await keepKnownHosts(cache, ownFiles, own);
    expect(known()).toBe(`git.example ${KEY}\nnew.example ${OTHER}\n`);
  });

  it.each([
    ['an authority', `@cert-authority * ${KEY}`],
    ['a pattern', `* ${KEY}`],
    ['something else', 'root:x:0:0:root:/root:/bin/bash'],
    ['an option', `git.example ${KEY} # comment`],
  ])('should not take over a line that is %s', async (_what, line) => {
    learnt(`${line}\n`);
    await keepKnownHosts(cache, ownFiles, own);
    expect(known()).toBe('');
  });

  it('should not read what is too much', async () => {
    learnt(`git.example ${KEY}\n`.repeat(4_000));
    await keepKnownHosts(cache, ownFiles, own);
    expect(known()).toBe('');
  });
});
