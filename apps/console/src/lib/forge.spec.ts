import { describe, expect, it } from '@jest/globals';
import { forgeOf } from './forge.js';

describe(forgeOf.name, () => {
  it.each([
    ['https://github.com/acme/site.git', 'https://github.com/acme/site/blob/c0ffee/a%20b/x.yml#L3'],
    ['git@github.com:acme/site.git', 'https://github.com/acme/site/blob/c0ffee/a%20b/x.yml#L3'],
    [
      'ssh://git@gitlab.acme.org:2222/ops/infra/site.git',
      'https://gitlab.acme.org/ops/infra/site/-/blob/c0ffee/a%20b/x.yml#L3',
    ],
    ['http://gitea.lan:3000/ops/site', 'http://gitea.lan:3000/ops/site/src/commit/c0ffee/a%20b/x.yml#L3'],
    ['https://codeberg.org/acme/site/', 'https://codeberg.org/acme/site/src/commit/c0ffee/a%20b/x.yml#L3'],
    ['git@bitbucket.org:acme/site.git', 'https://bitbucket.org/acme/site/src/c0ffee/a%20b/x.yml#lines-3'],
    ['https://git.sr.ht/~acme/site', 'https://git.sr.ht/~acme/site/tree/c0ffee/item/a%20b/x.yml#L3'],
  ])('should show a line of %s', (url, address) => {
    expect(forgeOf({ git_url: url, forge: '', web_url: '' })?.file('c0ffee', 'a b/x.yml', 3)).toBe(address);
  });

  it('should show a commit', () => {
    expect(forgeOf({ git_url: 'https://gitlab.com/acme/site', forge: '', web_url: '' })?.commit('c0ffee')).toBe(
      'https://gitlab.com/acme/site/-/commit/c0ffee',
    );
  });

  it.each([
    ['gitlab', 'git@code.acme.org:ops/site.git', '', 'https://code.acme.org/ops/site/-/commit/c0ffee'],
    ['gitea', '/srv/git/site.git', 'https://acme.org/git/ops/site', 'https://acme.org/git/ops/site/commit/c0ffee'],
    ['', '/srv/git/site.git', 'https://github.com/acme/site', 'https://github.com/acme/site/commit/c0ffee'],
    ['', '/srv/git/site.git', 'https://acme.org/ops/site', null],
    [
      'azure',
      'x',
      'https://dev.azure.com/acme/ops/_git/site',
      'https://dev.azure.com/acme/ops/_git/site/commit/c0ffee',
    ],
  ] as const)('should go by the settings %j of %s', (forge, url, web_url, page) => {
    expect(forgeOf({ git_url: url, forge, web_url })?.commit('c0ffee') ?? null).toBe(page);
  });

  it.each([
    '/srv/git/site.git',
    'file:///srv/git/site.git',
    'switchyard://demo',
    'https://git.acme.org/ops/site.git',
    'https://github.com.evil.example/acme/site/..',
    'https://notgithub.com/acme/site',
    'https://github.com/acme',
    'https://user@github.com',
    'nonsense',
    '',
  ])('should not guess what shows %p', (url) => {
    expect(forgeOf({ git_url: url, forge: '', web_url: '' })?.commit('c0ffee') ?? null).toBeNull();
  });
});
