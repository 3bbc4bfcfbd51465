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
    ["fatal: unable to access 'https://x/': The requested URL returned error: 502", 'unreachable'],
    ['error: RPC failed; HTTP 503 curl 22 The requested URL returned error: 503\nfatal: early EOF', 'unreachable'],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 429", 'unreachable'],
    ["fatal: unable to access 'https://x/': gnutls_handshake() failed: Error in the pull function.", 'unreachable'],
    ["fatal: unable to access 'https://x/': Empty reply from server", 'unreachable'],
    ['fatal: the remote end hung up unexpectedly', 'unreachable'],
    ["fatal: unable to access 'https://x/': server certificate verification failed. CAfile: none", 'other'],
    ['fatal: write error: No space left on device\nfatal: early EOF', 'other'],
    ['remote: error: packfile pack-1.pack is truncated\nfatal: protocol error: bad pack header', 'other'],
    ["fatal: couldn't find remote ref HEAD", 'missing'],
    ['fatal: something that nobody has seen yet', 'other'],
    ["fatal: not a git repository: '/cache/git/1'", 'broken'],
    ['error: packfile ./objects/pack/pack-1.pack does not match index', 'broken'],
    ['error: file ./objects/pack/pack-1.pack is far too short to be a packfile', 'broken'],
    ['fatal: bad object 0123\nerror: https://x/y did not send all necessary objects', 'broken'],
    ['fatal: unexpected line in /cache/git/1/packed-refs: rubbish', 'broken'],
    ['error: object directory /mirrors/1/objects does not exist; check .git/objects/info/alternates', 'broken'],
    ["fatal: Unable to create '/cache/git/1/packed-refs.lock': File exists.", 'broken'],
    ['error: object file objects/ab/cd is empty\nfatal: loose object abcd is corrupt', 'broken'],
  ])('should understand %j', (stderr, kind) => {
    const failure = explainGitFailure(stderr, 'https://x/y');
    expect(failure.kind).toBe(kind);
    expect(failure.message).toContain('https://x/y');
    expect(failure.message).not.toContain('\n');
  });
});
