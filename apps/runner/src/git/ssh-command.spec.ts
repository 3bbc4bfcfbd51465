import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { gitSshCommand, loginConfig } from './ssh-command.js';

function words(command: string): string[] {
  return execFileSync('sh', ['-c', `for word in ${command}; do printf '%s\\n' "$word"; done`], {
    encoding: 'utf8',
  }).split('\n');
}

const NONE = { config: null, withPassword: false, knownHosts: null };

describe('gitSshCommand', () => {
  it('should offer no key of the machine', () => {
    const command = gitSshCommand({ cacheDir: '/cache', agentSocket: null, ...NONE });
    expect(words(command)).toEqual(expect.arrayContaining(['/dev/null', 'IdentityFile=none', 'IdentityAgent=none']));
  });

  it('should keep paths with shell characters one word', () => {
    const config = `/$(id) 'x' "y"`;
    const command = gitSshCommand({ cacheDir: '/a b', agentSocket: '/s/agent', ...NONE, config });
    expect(words(command)).toEqual(expect.arrayContaining([config, 'UserKnownHostsFile="/a b/known_hosts"']));
  });

  it('should log in with the login of the key where the address names none, and with nothing else of it', () => {
    const dir = mkdtempSync(join(tmpdir(), 'ssh-config-'));
    const user = (login: string, address: string) => {
      writeFileSync(join(dir, 'config'), loginConfig(login));
      const shown = execFileSync('ssh', ['-F', join(dir, 'config'), '-G', address], { encoding: 'utf8' }).split('\n');
      return [shown.find((line) => line.startsWith('user ')), shown.some((line) => /^proxycommand/.test(line))];
    };
    expect(user('deploy', 'forge.example')).toEqual(['user deploy', false]);
    expect(user('deploy', 'git@forge.example')).toEqual(['user git', false]);
    expect(user('a "b\\c\nProxyCommand id', 'forge.example')).toEqual(['user a "b\\c?ProxyCommand id', false]);
    rmSync(dir, { recursive: true });
  });
});
