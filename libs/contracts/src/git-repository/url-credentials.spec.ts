import { describe, expect, it } from '@jest/globals';
import { holdsCredentials, secretsOfUrl, withoutCredentials } from './url-credentials.js';

describe('withoutCredentials', () => {
  it.each([
    ['https://u:p@example.com/a', 'https://example.com/a'],
    ['https://u:p@ss@example.com:8443/a', 'https://example.com:8443/a'],
    ['https://u:p/w@example.com/a', 'https://example.com/a'],
    ['HTTPS://ghp_0123456789@example.com/a', 'HTTPS://example.com/a'],
    ['https://example.com/a.git?private_token=x#y', 'https://example.com/a.git'],
    ['git://u:p@example.com/a', 'git://example.com/a'],
    ['ssh://git:p@example.com:22/a', 'ssh://git@example.com:22/a'],
    ['git:p@example.com:team/a', 'git@example.com:team/a'],
    ['git@example.com:oauth2:0123456789abcdef@team/a', 'git@example.com:team/a'],
    ['git@example.com:team/a?private_token=x', 'git@example.com:team/a'],
    ['git@example.com:glpat-0123456789abcdef01/a', 'git@example.com:…/a'],
  ])('should strip %s', (url, plain) => {
    expect(withoutCredentials(url)).toBe(plain);
    expect(holdsCredentials(url)).toBe(true);
  });

  it.each([
    'https://example.com/a',
    'https://[::1]:8443/@scope/a',
    'ssh://git@example.com:2222/a',
    'git@example.com:team/a.git',
    'git@example.com:@scope/a.git',
    'example.com:a',
    'file:///srv/a?b@c',
    '/srv/a:b@c',
  ])('should leave %s alone', (url) => {
    expect(withoutCredentials(url)).toBe(url);
    expect(holdsCredentials(url)).toBe(false);
  });
});

describe('secretsOfUrl', () => {
  it.each([
    ['https://bot:p%40ss@example.com/a', ['p%40ss', 'p@ss']],
    ['https://ghp_secret@example.com/a', ['ghp_secret']],
    ['https://ghp_01234567890123:x-oauth-basic@example.com/a', ['x-oauth-basic', 'ghp_01234567890123']],
    ['https://example.com/a?private_token=abc&b=d', ['abc', 'd']],
    ['ssh://git:pw@example.com/a', ['pw']],
    ['git:pw@example.com:a', ['pw']],
    ['git@example.com:oauth2:0123456789abcdef@team/a', ['0123456789abcdef']],
    ['git@example.com:a?token=abc', ['abc']],
    ['ssh://git@example.com/a', []],
    ['git@example.com:a', []],
    ['https://example.com/a', []],
    ['/srv/a', []],
  ])('should find those of %s', (url, secrets) => expect(secretsOfUrl(url)).toEqual(secrets));
});
