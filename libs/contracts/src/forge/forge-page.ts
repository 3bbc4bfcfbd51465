import type { Sender } from './sender.js';

/** A repository, and what its settings name of its forge. */
export interface ForgeRepository {
  git_url: string;
  forge: Sender | '';
  web_url: string;
}

/** The page of a repository at a forge. */
export interface ForgePage {
  forge: Sender | 'sourcehut';
  /** Scheme, host and port. */
  origin: string;
  /** Parts of its path, encoded. */
  parts: readonly string[];
}

/** Forges by the host of the repository: the public ones, and own ones that are named after their program. */
const FORGES: readonly [host: RegExp, forge: ForgePage['forge']][] = [
  [/^bitbucket\.org$/, 'bitbucket'],
  [/^git\.sr\.ht$/, 'sourcehut'],
  [/^codeberg\.org$|^(gitea|forgejo)\./, 'gitea'],
  [/^gitlab\./, 'gitlab'],
  [/^github\.|\.ghe\.com$/, 'github'],
];

/** Host, port of a web server and path of a git address; null for one that no web server serves. */
function webAddress(gitUrl: string): { scheme: string; host: string; port: string; path: string } | null {
  const scpLike = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(gitUrl);
  if (scpLike) {
    return { scheme: 'https', host: scpLike[1] ?? '', port: '', path: scpLike[2] ?? '' };
  }
  const { protocol, hostname: host, port, pathname: path } = URL.parse(gitUrl) ?? {};
  if (!host || path === undefined || !['https:', 'http:', 'ssh:', 'git:'].includes(protocol ?? '')) {
    return null;
  }
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return { scheme: protocol === 'http:' ? 'http' : 'https', host, port: isWeb && port ? `:${port}` : '', path };
}

/** The page of a repository at the forge that is named, or known by the host of its address; null for any other. */
export function forgePage({ git_url: url, forge: named, web_url: page }: ForgeRepository): ForgePage | null {
  const web = webAddress(page || url.trim());
  const forge = named || (web && FORGES.find(([host]) => host.test(web.host.toLowerCase()))?.[1]);
  if (!web || !forge) {
    return null;
  }
  const path = web.path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  const parts = path.split('/').map((part) => encodeURIComponent(decoded(part)).replaceAll('%7E', '~'));
  return parts.length < 2 ? null : { forge, origin: `${web.scheme}://${web.host}${web.port}`, parts };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
