import { gitUrlKind, problem, withoutCredentials } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';

/** A repository address that is safe to give to git. */
export interface RepositoryUrl {
  kind: 'local' | 'file' | 'http' | 'ssh' | 'git' | 'demo';
  /** Without what is secret in it. */
  url: string;
  /** Scheme, host and port as git names them when it asks for a password; empty unless `http`. */
  origin: string;
  /** User name and password that were part of the address. */
  login: string;
  password: string;
}

/**
 * Reads the address of a repository: `http`, `https`, `ssh`, `git`, `file`, an absolute path, `[user@]host:path`, or the
 * demo of this program.
 * @throws AttemptFailure for anything else, above all what git could take for an option or another transport.
 */
export function parseRepositoryUrl(text: string): RepositoryUrl {
  const plain = { url: text, origin: '', login: '', password: '' };
  const kind = text.trim() === text ? gitUrlKind(text) : null;
  switch (kind) {
    case null:
      throw badUrl();
    case 'http':
    case 'https':
      return httpUrl(text);
    case 'ssh':
    case 'git':
      return { kind, ...plain, url: text.includes('://') ? hostUrl(text) : text };
    default:
      return { kind, ...plain };
  }
}

/** True when the address itself names the user to log in as. */
export function namesUser(url: string): boolean {
  return /^(?:ssh:\/\/)?[^/:@]+@/i.test(url);
}

function httpUrl(text: string): RepositoryUrl {
  const url = parse(text);
  const login = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  if (!/^[\w.:[\]-]+$/.test(url.host)) {
    throw badUrl();
  }
  return { kind: 'http', url: url.href, origin: `${url.protocol}//${url.host}`, login, password };
}

function hostUrl(text: string): string {
  const url = parse(text);
  if (!url.hostname || url.hostname.startsWith('-') || url.username.startsWith('-')) {
    throw badUrl();
  }
  return withoutCredentials(text);
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw badUrl();
  }
}

function badUrl(): AttemptFailure {
  return new AttemptFailure(problem('repository_address'));
}
