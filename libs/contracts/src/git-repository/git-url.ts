import { type Problem, problem } from '../errors/problem.js';
import { hasNoControl } from '../primitives/primitives.js';
import { isLocalPath } from './local-path.js';

/** How a repository is reached: `local` is a directory of the runner, used in place; `demo` comes with the runner. */
export type GitUrlKind = 'local' | 'file' | 'git' | 'http' | 'https' | 'ssh' | 'demo';

/** Address of the repository of demo projects, which every runner has in its program (ADR 0046), and its one branch. */
export const DEMO_REPOSITORY_URL = 'switchyard://demo';
export const DEMO_BRANCH = 'main';

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i;
/** `login@host:path`, or `host:path` where a dot distinguishes the host from a scheme and from a drive. */
const SCP_LIKE = /^(?:[A-Za-z0-9_][\w.-]*@[A-Za-z0-9][\w.-]*|[A-Za-z0-9][\w-]*\.[\w.-]*):(?!:)[^-\\][^\\]*$/;

/**
 * Kind of a git URL, or `null` when it must be refused (the console shows `incorrectUrl`): only the schemes git,
 * file, ssh, http and https, an absolute path, or the scp-like form; never an option in disguise, a transport helper
 * (`ext::`), another scheme but for the one address of the demo, a drive of Windows, a host with a leading dash, or control
 * characters.
 */
export function gitUrlKind(url: string): GitUrlKind | null {
  if (url.length > 2048 || !hasNoControl(url) || url.startsWith('-') || url.includes('::')) {
    return null;
  }
  if (url === DEMO_REPOSITORY_URL) {
    return 'demo';
  }
  if (isLocalPath(url)) {
    return 'local';
  }
  const [, scheme, rest] = SCHEME.exec(url) ?? [];
  if (scheme !== undefined && rest !== undefined) {
    return withScheme(scheme.toLowerCase(), rest);
  }
  return SCP_LIKE.test(url) ? 'ssh' : null;
}

function withScheme(scheme: string, rest: string): GitUrlKind | null {
  if (scheme === 'file') {
    return rest.startsWith('/') ? 'file' : null;
  }
  const host = rest.replace(/^[^/@]*@/, '');
  const known = scheme === 'git' || scheme === 'http' || scheme === 'https' || scheme === 'ssh';
  return known && /^[A-Za-z0-9[]/.test(host) && !rest.startsWith('-') ? scheme : null;
}

/**
 * Why a branch or tag name must be refused, or `null` (git-check-ref-format, narrowed: no leading dash, no `@{`, no
 * `..`, no control character, at most 255 characters).
 */
export function branchFault(branch: string): Problem | null {
  if (branch.startsWith('-')) {
    return problem('leading_dash');
  }
  const refused = /[\s~^:?*[\\]|\.\.|@\{|\/\/|\/\.|^\.|\.$|\/$|^\/|\.lock$/;
  if (branch.length > 255 || !hasNoControl(branch) || refused.test(branch)) {
    return problem('branch');
  }
  return null;
}
