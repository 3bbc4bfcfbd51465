import { describe, expect, it } from '@jest/globals';
import { appPage, appServer, GithubAppCredential, GithubAppInput } from './github-app.js';

const server = (text: string | null | undefined) =>
  GithubAppInput.safeParse({ app_id: '1', server: text }).data?.server;

describe('the server of a GitHub App', () => {
  it.each([
    ['https://github.example.com', 'https://github.example.com'],
    [' https://GitHub.example.com/ ', 'https://github.example.com'],
    ['https://github.example.com:8443/ops/site', 'https://github.example.com:8443'],
    ['https://github.example.com:443', 'https://github.example.com'],
    ['https://jo:pw@github.example.com', 'https://github.example.com'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('should be the origin of %j', (text, origin) => {
    expect(server(text)).toBe(origin);
  });

  it.each(['github.example.com', 'ftp://github.example.com', 'git@github.com:ops/site', 'file:///etc', 'https://'])(
    'should not be %j',
    (text) => {
      expect(server(text)).toBeUndefined();
    },
  );

  it('should be GitHub itself where none is named, also of an app that was stored before', () => {
    const stored = { type: 'github_app', app_id: '1', installation_id: '', private_key: 'k' };
    expect(appServer(GithubAppCredential.parse(stored))).toBe('https://github.com');
    expect(appServer({ server: 'https://github.example.com' })).toBe('https://github.example.com');
  });
});

describe(appPage.name, () => {
  it.each([
    ['https://github.com/ops/site.git', 'https://github.com', ['ops', 'site']],
    [' HTTPS://GitHub.com:443/ops/site/', 'https://github.com', ['ops', 'site']],
    ['http://127.0.0.1:3000/ops/a%20b', 'http://127.0.0.1:3000', ['ops', 'a%20b']],
  ])('should be known of %j', (url, origin, parts) => {
    expect(appPage(url)).toEqual({ forge: 'github', origin, parts });
  });

  it.each(['git@github.com:ops/site.git', 'ssh://git@github.com/ops/site', '/srv/site', 'file:///srv/site', ''])(
    'should not be known of %j, which is not reached over HTTP',
    (url) => {
      expect(appPage(url)).toBeNull();
    },
  );
});
