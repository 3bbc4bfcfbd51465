import { describe, expect, it } from '@jest/globals';
import { checkBranchName, checkCommitHash, refsOf } from './revision.js';

describe('checkBranchName', () => {
  it.each(['main', 'feature/x', 'v1.0.9', 'release-2', 'ä', '@x'])('should accept %j', (name) => {
    expect(() => checkBranchName(name)).not.toThrow();
  });

  it.each([
    '--upload-pack=x',
    '-c core.sshCommand=x',
    '--output=/x',
    '-x',
    'refs/heads/../../x',
    '@{-1}',
    'a@{1}',
    '@',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    '[a',
    'a\\b',
    'a..b',
    'a//b',
    '/a',
    'a/',
    'a.',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a\nb',
    'a\u0000',
    'x'.repeat(5000),
  ])('should refuse %j', (name) => {
    expect(() => checkBranchName(name)).toThrow('is not the name of a branch or tag');
  });
});

describe('refsOf', () => {
  it.each([
    ['main', ['refs/heads/main', 'refs/tags/main']],
    ['refs/tags/v1', ['refs/tags/v1', 'refs/heads/refs/tags/v1', 'refs/tags/refs/tags/v1']],
  ])('should read %j as %j', (name, refs) => {
    expect(refsOf(name)).toEqual(refs);
  });
});

describe('checkCommitHash', () => {
  it.each(['abcd', 'A'.repeat(40), '0'.repeat(64)])('should accept %j', (hash) => {
    expect(() => checkCommitHash(hash)).not.toThrow();
  });

  it.each(['', 'abc', 'main', '--abcd', 'abcd^', '0'.repeat(65)])('should refuse %j', (hash) => {
    expect(() => checkCommitHash(hash)).toThrow('is not a commit hash');
  });
});
