import { type ForgePage, forgePage, type ForgeRepository } from '@switchyard/contracts';

/** Addresses of the pages on which a forge shows a repository. */
export interface Forge {
  commit(hash: string): string;
  /** @param path inside the repository @param line from 1 */
  file(hash: string, path: string, line: number): string;
}

/** Paths that follow the page of a repository. */
const PATHS: Readonly<Record<ForgePage['forge'], Forge>> = {
  github: {
    commit: (hash) => `/commit/${hash}`,
    file: (hash, path, line) => `/blob/${hash}/${path}#L${line}`,
  },
  gitlab: {
    commit: (hash) => `/-/commit/${hash}`,
    file: (hash, path, line) => `/-/blob/${hash}/${path}#L${line}`,
  },
  gitea: {
    commit: (hash) => `/commit/${hash}`,
    file: (hash, path, line) => `/src/commit/${hash}/${path}#L${line}`,
  },
  gogs: {
    commit: (hash) => `/commit/${hash}`,
    file: (hash, path, line) => `/src/${hash}/${path}#L${line}`,
  },
  bitbucket: {
    commit: (hash) => `/commits/${hash}`,
    file: (hash, path, line) => `/src/${hash}/${path}#lines-${line}`,
  },
  azure: {
    commit: (hash) => `/commit/${hash}`,
    file: (hash, path, line) =>
      `?path=/${path}&version=GC${hash}&line=${line}&lineEnd=${line + 1}&lineStartColumn=1&lineEndColumn=1`,
  },
  sourcehut: {
    commit: (hash) => `/commit/${hash}`,
    file: (hash, path, line) => `/tree/${hash}/item/${path}#L${line}`,
  },
};

/** The forge that shows a repository; null for one that is not known. */
export function forgeOf(repository: ForgeRepository): Forge | null {
  const page = forgePage(repository);
  if (page === null) {
    return null;
  }
  const { commit, file } = PATHS[page.forge];
  const base = [page.origin, ...page.parts].join('/');
  return {
    commit: (hash) => `${base}${commit(hash)}`,
    file: (hash, path, line) => `${base}${file(hash, path.split('/').map(encodeURIComponent).join('/'), line)}`,
  };
}
