import { hostname } from 'node:os';
import { type Problem, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';

/** What a failed git command means. `broken` = nothing known, so the local mirror may be damaged. */
export type GitFaultKind = 'refused' | 'missing' | 'unreachable' | 'host-key' | 'transport' | 'broken';

type Wording = (url: string) => Problem;

const FAULTS: [RegExp, GitFaultKind, Wording][] = [
  [
    /transport '.*' not allowed|strange (hostname|pathname|port)/,
    'transport',
    (url) => problem('git_transport', { url }),
  ],
  [
    /No user exists for uid|unknown user \d+/,
    'transport',
    (url) => problem('git_no_account', { url, host: hostname() }),
  ],
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/,
    'host-key',
    (url) => problem('git_host_key', { url }),
  ],
  [
    /Permission denied|Authentication failed|Access denied|Too many authentication failures|error: 40[13]/i,
    'refused',
    (url) => problem('git_refused', { url }),
  ],
  [
    /could not read (Username|Password)|terminal prompts disabled|unable to read askpass response/,
    'refused',
    (url) => problem('git_credentials', { url }),
  ],
  [
    /does not appear to be a git repository|repository '.*' not found|Repository not found|does not exist|error: 404/i,
    'missing',
    (url) => problem('git_missing', { url }),
  ],
  [
    /Could not resolve host|Name or service not known|Temporary failure in name resolution|Connection (refused|timed out|reset)|Failed to connect|No route to host|Network is unreachable|Operation timed out|Couldn't connect/i,
    'unreachable',
    (url) => problem('git_unreachable', { url, host: hostname() }),
  ],
];

/** A git command that failed, and why. */
export class GitFailure extends AttemptFailure {
  constructor(
    fault: Problem,
    readonly kind: GitFaultKind,
  ) {
    super(fault);
  }
}

/** Explains what git wrote to its error stream. */
export function explainGitFailure(stderr: string, url: string): GitFailure {
  const fault = FAULTS.find(([pattern]) => pattern.test(stderr));
  if (fault) {
    return new GitFailure(fault[2](url), fault[1]);
  }
  const line = stderr.split('\n').find((text) => /^(fatal|error): /.test(text));
  const reason = line ?? problem('git_gave_no_reason');
  return new GitFailure(problem('git_failed', { url, reason }), 'broken');
}
