import { describe, expect, it } from '@jest/globals';
import { GitRepositoryInput, KeyInput } from '@switchyard/contracts';
import { asSentence, formIssues } from './form-issues.js';

describe('formIssues', () => {
  it('should name the field and use the words of the contract', () => {
    const issues = formIssues(GitRepositoryInput, { name: ' ', git_url: 'ftp://x', git_branch: 'main', ssh_key_id: 1 });
    expect(issues).toEqual([
      { path: ['name'], message: 'must not be empty' },
      { path: ['git_url'], message: 'must be a git, file, ssh, http or https URL, or an absolute path' },
    ]);
  });

  it('should call an absent choice empty instead of a type fault', () => {
    const body = { name: 'a', git_url: '/srv/repo', git_branch: '', ssh_key_id: undefined };
    expect(formIssues(GitRepositoryInput, body)).toEqual([{ path: ['ssh_key_id'], message: 'must not be empty' }]);
  });

  it('should call a choice that was not made empty', () => {
    expect(formIssues(KeyInput, { name: 'a' })).toEqual([{ path: ['type'], message: 'must not be empty' }]);
  });

  it('should be silent when the body is acceptable', () => {
    expect(formIssues(KeyInput, { name: 'None', type: 'none' })).toEqual([]);
  });
});

describe('asSentence', () => {
  it('should raise the first letter only', () => {
    expect(asSentence('must not be empty')).toBe('Must not be empty');
    expect(asSentence('')).toBe('');
  });
});
