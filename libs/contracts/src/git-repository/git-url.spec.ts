import { describe, expect, it } from '@jest/globals';
import { branchFault, gitUrlKind } from './git-url.js';

describe('gitUrlKind', () => {
  it.each([
    ['https://example.com/a.git', 'https'],
    ['http://user:pw@example.com/a', 'http'],
    ['ssh://git@example.com:2222/a', 'ssh'],
    ['git@example.com:team/a.git', 'ssh'],
    ['example.com:a', 'ssh'],
    ['git@gitserver:a', 'ssh'],
    ['git@gitserver:~/a b.git', 'ssh'],
    ['git://example.com/a', 'git'],
    ['file:///srv/a.git', 'file'],
    ['/srv/a', 'local'],
    ['switchyard://demo', 'demo'],
    ['https://[::1]/a'.replace('::', ':'), 'https'],
  ])('should accept %s', (url, kind) => expect(gitUrlKind(url)).toBe(kind));

  it.each([
    '--upload-pack=touch /tmp/p',
    '-u./x',
    'ext::sh -c id',
    'ssh://-oProxyCommand=id/x',
    'ssh://user@-oProxyCommand=id/x',
    '-oProxyCommand=id:repo',
    'user@-oProxyCommand=id:repo',
    'host:-x',
    'git.example.com:-x',
    'javascript:alert(1)',
    'data:text/html,x',
    'C:\\x',
    'C:/x',
    'git@host:a\\b',
    'gopher://example.com/',
    'switchyard://demo/../etc',
    'switchyard://other',
    'javascript:alert(1)//'.replace(':', '://'),
    'file://etc',
    'relative/path',
    'https://example.com/a\nb',
    'https://example.com/\u0000',
    '',
  ])('should refuse %j', (url) => expect(gitUrlKind(url)).toBeNull());
});

describe('branchFault', () => {
  it.each(['main', 'feature/x_1', 'v1.0.0', 'release-2'])('should accept %s', (b) => expect(branchFault(b)).toBeNull());

  it.each([
    '--upload-pack=x',
    '-c',
    'a..b',
    '@{-1}',
    'refs/heads/../../x',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a.lock',
    '/a',
    'a/',
    'x'.repeat(256),
    'a\u0007',
  ])('should refuse %j', (branch) => expect(branchFault(branch)).not.toBeNull());
});
