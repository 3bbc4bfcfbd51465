import { hostname } from 'node:os';
import { AttemptFailure } from '../attempt-failure.js';

/** What a failed git command means. `broken` = nothing known, so the local mirror may be damaged. */
export type GitFaultKind = 'refused' | 'missing' | 'unreachable' | 'host-key' | 'transport' | 'broken';

const FAULTS: [RegExp, GitFaultKind, (url: string) => string][] = [
  [
    /transport '.*' not allowed|strange (hostname|pathname|port)/,
    'transport',
    (url) => `The repository ${url} or one of its submodules uses a transport that is not allowed`,
  ],
  [
    /No user exists for uid|unknown user \d+/,
    'transport',
    (url) =>
      `The repository ${url} needs ssh, which does not run on this runner (${hostname()}) for a user id without an account`,
  ],
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/,
    'host-key',
    (url) => `The server of the repository ${url} shows another host key than the one known from before`,
  ],
  [
    /Permission denied|Authentication failed|Access denied|Too many authentication failures|error: 40[13]/i,
    'refused',
    (url) => `The repository ${url} refused the key`,
  ],
  [
    /could not read (Username|Password)|terminal prompts disabled|unable to read askpass response/,
    'refused',
    (url) => `The repository ${url} requires credentials`,
  ],
  [
    /does not appear to be a git repository|repository '.*' not found|Repository not found|does not exist|error: 404/i,
    'missing',
    (url) => `The repository ${url} does not exist, or the key may not see it`,
  ],
  [
    /Could not resolve host|Name or service not known|Temporary failure in name resolution|Connection (refused|timed out|reset)|Failed to connect|No route to host|Network is unreachable|Operation timed out|Couldn't connect/i,
    'unreachable',
    (url) => `The server of the repository ${url} cannot be reached from this runner (${hostname()})`,
  ],
];

/** A git command that failed; the message is the reason in words. */
export class GitFailure extends AttemptFailure {
  constructor(
    message: string,
    readonly kind: GitFaultKind,
  ) {
    super(message);
  }
}

/** Explains what git wrote to its error stream. */
export function explainGitFailure(stderr: string, url: string): GitFailure {
  const fault = FAULTS.find(([pattern]) => pattern.test(stderr));
  if (fault) {
    return new GitFailure(fault[2](url), fault[1]);
  }
  const line = stderr.split('\n').find((text) => /^(fatal|error): /.test(text)) ?? 'git failed';
  return new GitFailure(`Checking out the repository ${url} failed: ${line}`, 'broken');
}
