import { hostname } from 'node:os';
import { type Problem, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';

/**
 * Kind of a failed git command. `unreachable` = the server is away for now, so a later try may succeed; `broken` = git has
 * found damage in the local mirror; `other` = nothing is known.
 */
export type GitFaultKind = 'refused' | 'missing' | 'unreachable' | 'host-key' | 'transport' | 'broken' | 'other';

type Wording = (url: string, reason: string | Problem, stderr: string) => Problem;

/** How ssh prints the key that a server showed. */
const FINGERPRINT = /\bSHA256:[A-Za-z0-9+/]{43}/;

const failed: Wording = (url, reason) => problem('git_failed', { url, reason });

/**
 * Messages of git about what it reads from its own disk. Only these let a mirror be replaced, which fetches all of the
 * repository again: a fault of the network or the server is no reason for it.
 */
const DAMAGE = new RegExp(
  [
    'not a git repository',
    '(?:loose|packed) object .*corrupt',
    'object file .* is empty',
    'object corrupt or missing',
    'garbage at end of loose object',
    'unable to unpack \\S+ header',
    '(?:packfile|index file|multi-pack-index|file \\S+\\.(?:pack|idx)).*(?:corrupt|truncated|mismatch|invalid|too (?:short|small)|does not match|cannot be|is not a)',
    'wrong index v\\d',
    'non-monotonic index',
    'bad (?:object|tree object|ref|config (?:line|file))\\b',
    'missing (?:tree|blob|commit)\\b',
    'unable to (?:read (?:tree|sha1 file|object)|parse (?:object|commit)|normalize (?:alternate )?object (?:path|directory))',
    'could not (?:read|parse) (?:object |commit )?[0-9a-f]{40}',
    'failed to (?:read object|unpack tree object|traverse parents)',
    'did not send all necessary objects',
    'unresolved deltas',
    'hash mismatch',
    '(?:ignoring )?broken ref',
    'does not point to a valid object',
    'invalid sha1 pointer',
    '(?:unexpected|unterminated) line in \\S*packed-refs',
    'object directory .* does not exist',
    "unable to create '.*\\.lock': File exists",
  ].join('|'),
  'i',
);

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
  [/No \S+ host key is known for/, 'host-key', (url) => problem('git_host_unknown', { url })],
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/,
    'host-key',
    (url, _reason, stderr) => problem('git_host_key', { url, fingerprint: FINGERPRINT.exec(stderr)?.[0] ?? '?' }),
  ],
  [
    /Permission denied|Authentication failed|Access denied|Too many authentication failures|Authorization error|error: 40[13]/i,
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
  [/couldn't find remote ref HEAD/, 'missing', (url) => problem('git_no_head', { url })],
  [/couldn't find remote ref/, 'missing', failed],
  // The server is not to blame, and waiting does not help.
  [/No space left on device|Disk quota exceeded|Read-only file system|Out of memory|certificate/i, 'other', failed],
  [
    /Could not resolve host|Name or service not known|Temporary failure in name resolution|Connection (refused|timed out|reset)|Failed to connect|No route to host|Network is unreachable|Operation timed out|Couldn't connect/i,
    'unreachable',
    (url) => problem('git_unreachable', { url, host: hostname() }),
  ],
  [
    /(?:error:|HTTP) (?:408|429|5\d\d)\b|gnutls|SSL|TLS|RPC failed|Operation too slow|Empty reply|early EOF|hung up unexpectedly|unexpected disconnect|transfer closed|(?:Recv|Send) failure|Connection closed|HTTP\/2|kex_exchange|flush after ref listing/i,
    'unreachable',
    (url, reason) => problem('git_away', { url, reason }),
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

/** Lines of git, and of Git LFS, that name a fault. */
const REASON = /^(?:(?:fatal|error): |error transferring |batch (?:request|response): |Failed to fetch some objects)/;

/** How git names a submodule whose repository it could not fetch. */
const SUBMODULE = /clone of '([^'\n]+)' into submodule path/;

/** The server that git found no credentials for, which is another one after a redirect. */
const ASKED = /could not read (?:Username|Password) for '([^'\n]+)'/;

/** Scheme, host and port of a web address. */
function originOf(url: string | undefined): string | null {
  const { protocol, host } = URL.parse(url ?? '') ?? {};
  return protocol === 'http:' || protocol === 'https:' ? `${protocol}//${host}` : null;
}

/** Explains what git wrote to its error stream. A submodule that failed is named by its own address. */
export function explainGitFailure(stderr: string, url: string): GitFailure {
  const of = SUBMODULE.exec(stderr)?.[1] ?? url;
  const lines = stderr.split('\n');
  const reason = lines.find((text) => REASON.test(text)) ?? problem('git_gave_no_reason');
  // Lines that begin so are the server's about its own repository.
  if (lines.some((line) => !line.startsWith('remote: ') && DAMAGE.test(line))) {
    return new GitFailure(failed(url, reason, stderr), 'broken');
  }
  const asked = originOf(ASKED.exec(stderr)?.[1]);
  if (asked !== null && asked !== originOf(of)) {
    return new GitFailure(problem('git_moved', { url: of, to: asked }), 'refused');
  }
  const fault = FAULTS.find(([pattern]) => pattern.test(stderr));
  return fault
    ? new GitFailure(fault[2](of, reason, stderr), fault[1])
    : new GitFailure(failed(of, reason, stderr), 'other');
}
