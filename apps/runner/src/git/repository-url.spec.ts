import { describe, expect, it } from '@jest/globals';
import { parseRepositoryUrl } from './repository-url.js';

describe('parseRepositoryUrl', () => {
  it.each([
    ['/srv/code', 'local'],
    ['file:///srv/code.git', 'file'],
    ['https://example.test/a/b.git', 'http'],
    ['http://example.test:8080/a', 'http'],
    ['ssh://git@example.test:2222/a/b.git', 'ssh'],
    ['git://example.test/a', 'git'],
    ['git@example.test:a/b.git', 'ssh'],
    ['example.test:a/b.git', 'ssh'],
  ])('should take %s for %s', (url, kind) => {
    expect(parseRepositoryUrl(url)).toMatchObject({ kind, url });
  });

  it('should move user name and password out of a web address', () => {
    expect(parseRepositoryUrl('https://ada:p%40ss@example.test:8443/a.git')).toEqual({
      kind: 'http',
      url: 'https://example.test:8443/a.git',
      origin: 'https://example.test:8443',
      login: 'ada',
      password: 'p@ss',
    });
  });

  it.each([
    '--upload-pack=touch /tmp/p',
    '-u./x',
    ' --upload-pack=x',
    '\t/srv',
    '/srv\n',
    '/srv\0',
    'ext::sh -c id',
    'fd::17',
    'ssh://-oProxyCommand=id/x',
    '-oProxyCommand=id:repo',
    'host:-x',
    'ssh://',
    'https://',
    'ftp://example.test/a',
    'relative/path',
    '',
    '-x@host:repo',
  ])('should refuse %j', (url) => {
    expect(() => parseRepositoryUrl(url)).toThrow('repository address');
  });
});
