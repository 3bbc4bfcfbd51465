import { beforeAll, describe, expect, it } from '@jest/globals';
import { GitRepositoryInput, KeyInput } from '@switchyard/contracts';
import { consoleCatalogue } from '@switchyard/texts/testing';
import i18next from 'i18next';
import { asSentence } from './as-sentence.js';
import { emptyAt, formIssues } from './form-issues.js';
import { issueText } from './issue-text.js';

describe('formIssues', () => {
  it('should name the field and name the problem of the contract', () => {
    const issues = formIssues(GitRepositoryInput, { name: ' ', git_url: 'ftp://x', git_branch: 'main', ssh_key_id: 1 });
    expect(issues).toMatchObject([
      { path: ['name'], code: 'empty' },
      { path: ['git_url'], code: 'git_url' },
    ]);
  });

  it('should call an absent choice empty instead of a type fault', () => {
    const body = { name: 'a', git_url: '/srv/repo', git_branch: '', ssh_key_id: undefined };
    expect(formIssues(GitRepositoryInput, body)).toEqual([emptyAt('ssh_key_id')]);
  });

  it('should call a choice that was not made empty', () => {
    expect(formIssues(KeyInput, { name: 'a' })).toEqual([emptyAt('type')]);
  });

  it('should be silent when the body is acceptable', () => {
    expect(formIssues(KeyInput, { name: 'None', type: 'none' })).toEqual([]);
  });
});

describe('issueText', () => {
  beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: consoleCatalogue('en') } } }));

  it.each([
    ['template_id', 'Choose a template'],
    ['repository_id', 'Choose a repository'],
    ['commit_repository_id', 'Choose a repository'],
    ['name', 'Must not be empty'],
  ])('should name an empty %s in its words: %s', (field, words) => {
    expect(issueText(emptyAt(field))).toBe(words);
  });
});

describe('asSentence', () => {
  it('should raise the first letter only', () => {
    expect(asSentence('must not be empty')).toBe('Must not be empty');
    expect(asSentence('')).toBe('');
  });
});
