import type { Sender } from '@switchyard/contracts';

/** Addresses of the pages on which a forge shows a repository. */
export interface Forge {
  commit(hash: string): string;
  /** @param path inside the repository @param line from 1 */
  file(hash: string, path: string, line: number): string;
}

const GITHUB = (base: string): Forge => ({
  commit: (hash) => `${base}/commit/${hash}`,
  file: (hash, path, line) => `${base}/blob/${hash}/${path}#L${line}`,
});
const GITLAB = (base: string): Forge => ({
  commit: (hash) => `${base}/-/commit/${hash}`,
  file: (hash, path, line) => `${base}/-/blob/${hash}/${path}#L${line}`,
});
const GITEA = (base: string): Forge => ({
  commit: (hash) => `${base}/commit/${hash}`,
  file: (hash, path, line) => `${base}/src/commit/${hash}/${path}#L${line}`,
});
const BITBUCKET = (base: string): Forge => ({
  commit: (hash) => `${base}/commits/${hash}`,
  file: (hash, path, line) => `${base}/src/${hash}/${path}#lines-${line}`,
});
const GOGS = (base: string): Forge => ({
  commit: (hash) => `${base}/commit/${hash}`,
  file: (hash, path, line) => `${base}/src/${hash}/${path}#L${line}`,
});
const AZURE = (base: string): Forge => ({
  commit: (hash) => `${base}/commit/${hash}`,
  file: (hash, path, line) =>
    `${base}?path=/${path}&version=GC${hash}&line=${line}&lineEnd=${line + 1}&lineStartColumn=1`,
});
const SOURCEHUT = (base: string): Forge => ({
  commit: (hash) => `${base}/commit/${hash}`,
  file: (hash, path, line) => `${base}/tree/${hash}/item/${path}#L${line}`,
});

const NAMED: Readonly<Record<Sender, (base: string) => Forge>> = {
  github: GITHUB,
  gitlab: GITLAB,
  gitea: GITEA,
  gogs: GOGS,
  bitbucket: BITBUCKET,
  azure: AZURE,
};

/** Forges by the host of the repository: the public ones, and own ones that are named after their program. */
const FORGES: readonly [host: RegExp, forge: (base: string) => Forge][] = [
  [/^bitbucket\.org$/, BITBUCKET],
  [/^git\.sr\.ht$/, SOURCEHUT],
  [/^codeberg\.org$|^(gitea|forgejo)\./, GITEA],
  [/^gitlab\./, GITLAB],
  [/^github\./, GITHUB],
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

/** A repository, and what its settings name of its forge. */
interface ShownRepository {
  url: string;
  forge?: Sender | '';
  web_url?: string;
}

/** The forge that shows a repository: the one that is named, or known by the host of its address; null for any other. */
export function forgeOf({ url, forge = '', web_url: page = '' }: ShownRepository): Forge | null {
  const web = webAddress(page || url.trim());
  const named = forge === '' ? undefined : NAMED[forge];
  const make = named ?? (web && FORGES.find(([host]) => host.test(web.host.toLowerCase()))?.[1]);
  if (!web || !make) {
    return null;
  }
  const path = web.path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  const parts = path.split('/').map((part) => encodeURIComponent(decoded(part)));
  return parts.length < 2
    ? null
    : escaping(make(`${web.scheme}://${web.host}${web.port}/${parts.join('/').replaceAll('%7E', '~')}`));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const escaping = (forge: Forge): Forge => ({
  ...forge,
  file: (hash, path, line) => forge.file(hash, path.split('/').map(encodeURIComponent).join('/'), line),
});
