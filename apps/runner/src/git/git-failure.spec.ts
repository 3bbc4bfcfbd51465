import { describe, expect, it } from '@jest/globals';
import { explainGitFailure } from './git-failure.js';

describe('explainGitFailure', () => {
  it.each([
    ['git@host: Permission denied (publickey).\nfatal: Could not read from remote repository.', 'refused'],
    ["remote: HTTP Basic: Access denied\nfatal: Authentication failed for 'https://x/'", 'refused'],
    ["fatal: could not read Username for 'https://x': terminal prompts disabled", 'refused'],
    ["fatal: '/srv/no' does not appear to be a git repository", 'missing'],
    ["fatal: repository 'https://x/y/' not found", 'missing'],
    ['ERROR: Repository not found.\nfatal: Could not read from remote repository.', 'missing'],
    ['ssh: Could not resolve hostname nowhere: Name or service not known', 'unreachable'],
    ['ssh: connect to host x port 22: Connection refused', 'unreachable'],
    ['Host key verification failed.\nfatal: Could not read from remote repository.', 'host-key'],
    ["fatal: transport 'ext' not allowed", 'transport'],
    ["fatal: not a git repository: '/cache/git/1'", 'broken'],
    ['error: object file objects/ab/cd is empty\nfatal: loose object abcd is corrupt', 'broken'],
  ])('should understand %j', (stderr, kind) => {
    const failure = explainGitFailure(stderr, 'https://x/y');
    expect(failure.kind).toBe(kind);
    expect(failure.message).toContain('https://x/y');
    expect(failure.message).not.toContain('\n');
  });
});
