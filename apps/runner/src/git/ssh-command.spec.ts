import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { gitSshCommand } from './ssh-command.js';

function words(command: string): string[] {
  return execFileSync('sh', ['-c', `for word in ${command}; do printf '%s\\n' "$word"; done`], {
    encoding: 'utf8',
  }).split('\n');
}

describe('gitSshCommand', () => {
  it('should offer no key of the machine', () => {
    const command = gitSshCommand({ cacheDir: '/cache', agentSocket: null, login: '', withPassword: false });
    expect(words(command)).toEqual(expect.arrayContaining(['/dev/null', 'IdentityFile=none', 'IdentityAgent=none']));
  });

  it('should keep a login with shell characters one word', () => {
    const login = `$(id) 'x' "y"`;
    const command = gitSshCommand({ cacheDir: '/a b', agentSocket: '/s/agent', login, withPassword: false });
    expect(words(command)).toContain(`User=${login}`);
    expect(words(command)).toContain('UserKnownHostsFile="/a b/known_hosts"');
  });
});
