import { describe, expect, it } from '@jest/globals';
import { pushedCommit, webAddress } from './pushed-commit.js';

const HASH = 'a10867b14bb761a232cd80139fbd4c0d33264240';

describe(pushedCommit.name, () => {
  it.each([
    [
      'GitHub',
      {
        after: HASH,
        head_commit: { id: HASH, message: 'Speak\n', url: 'https://github.com/o/r/commit/a', author: { name: 'Ada' } },
      },
      'https://github.com/o/r/commit/a',
    ],
    [
      'GitLab, which lists older commits too',
      {
        after: HASH,
        commits: [
          { id: 'b', message: 'older' },
          { id: HASH, message: 'Speak', url: 'https://gitlab.example/c', author: { name: 'Ada' } },
        ],
      },
      'https://gitlab.example/c',
    ],
    [
      'Bitbucket',
      {
        push: {
          changes: [
            {
              new: {
                target: {
                  hash: HASH,
                  message: 'Speak\n',
                  author: { raw: 'Ada <ada@example.test>' },
                  links: { html: { href: 'https://bitbucket.org/c' } },
                },
              },
            },
          ],
        },
      },
      'https://bitbucket.org/c',
    ],
    [
      'Azure DevOps',
      {
        resource: {
          commits: [{ commitId: HASH, comment: 'Speak', url: 'https://d/_apis/git/1', author: { name: 'Ada' } }],
          repository: { remoteUrl: 'https://dev.example/o/_git/r' },
        },
      },
      `https://dev.example/o/_git/r/commit/${HASH}`,
    ],
  ])('should read the commit of %s', (_, document, url) => {
    expect(pushedCommit(document)).toEqual({ hash: HASH, message: 'Speak', author: 'Ada', url });
  });

  it('should be bounded, and leave out what is no text', () => {
    const long = 'x'.repeat(10_000);
    const author = { name: long };
    const commit = pushedCommit({ head_commit: { id: HASH, message: long, author, url: `https://h/${long}` } });
    expect([commit?.message.length, commit?.author.length, commit?.url]).toEqual([400, 200, null]);
    expect(pushedCommit({ head_commit: { id: HASH, message: 1, author: [], url: {} } })).toEqual({
      hash: HASH,
      message: '',
      author: '',
      url: null,
    });
    expect([pushedCommit(undefined), pushedCommit({ head_commit: 'x' }), pushedCommit({ commits: [{}] })]).toEqual(
      Array(3).fill(null),
    );
  });
});

describe(webAddress.name, () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'https://u:p@h/', '/relative', ''])(
    'should refuse %s',
    (text) => {
      expect(webAddress(text)).toBeNull();
    },
  );
});
