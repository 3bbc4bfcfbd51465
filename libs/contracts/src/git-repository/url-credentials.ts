const SCHEME = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is;
const HOST_AND_PORT = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;
/** `login:password@host:path`, which ssh would take for the host `login`. */
const SCP_WITH_PASSWORD = /^([^/@:\s]+):[^/@]*@(.*)$/s;
/** `login:password@` before a path, as somebody writes who turns an address with a scheme into one of ssh. */
const CREDENTIALS_IN_PATH = /^[^/@]+@/;
/** Tokens that begin as those of GitHub and GitLab do. */
const FORGE_TOKEN = /\b(?:gh[a-z]_|github_pat_|gl[a-z]{2,6}-)[\w-]{16,}/g;
/** `login@host:path`; a path may hold what belongs to an address with a scheme. */
const SCP = /^([^/@:\s]+@[^/@:\s]+:)(.*)$/s;
/** Shorter login names than any token that servers hand out. */
const SHORTEST_TOKEN = 16;

/**
 * The address of a repository without what may be a secret in it: user name, password, query and fragment of an
 * address with a scheme; of ssh the password alone, as its login name is none.
 */
export function withoutCredentials(url: string): string {
  const [, scheme, rest] = SCHEME.exec(url) ?? [];
  if (scheme === undefined || rest === undefined) {
    return url.startsWith('/') ? url : withoutPathSecrets(url.replace(SCP_WITH_PASSWORD, '$1@$2'));
  }
  switch (scheme.toLowerCase()) {
    case 'file':
      return url;
    case 'ssh':
      return `${scheme}://${loginOf(rest)}${withoutUser(rest)}`;
    default:
      return `${scheme}://${withoutUser(rest.replace(/[?#].*$/s, ''))}`;
  }
}

/** An scp-like address without what is or may be a secret in its path: query, fragment, login and password, tokens of forges. */
function withoutPathSecrets(url: string): string {
  const [, place = url, path = ''] = SCP.exec(url) ?? [];
  const plain = path.replace(/[?#].*$/s, '').replace(CREDENTIALS_IN_PATH, '');
  return `${place}${plain.replace(FORGE_TOKEN, '…')}`;
}

/** Whether an address has a part that {@link withoutCredentials} takes away. */
export const holdsCredentials = (url: string): boolean => withoutCredentials(url) !== url;

/**
 * The values in an address that must not appear in a log, as they stand there and decoded: the password, the query, and
 * a login name that is or may be a token.
 */
export function secretsOfUrl(url: string): string[] {
  const [, scheme = '', rest = ''] = SCHEME.exec(url) ?? [];
  switch (scheme.toLowerCase()) {
    case '':
      return withDecoded([SCP_SECRET.exec(url)?.[1] ?? '', ...scpPathSecrets(url)]);
    case 'file':
      return [];
    case 'ssh':
      return withDecoded([userOf(rest).password]);
    default:
      return withDecoded([...tokensOf(userOf(rest)), ...valuesOf(rest)]);
  }
}

const userOf = (rest: string): { login: string; password: string } => {
  const [, login = '', password = ''] = /^([^/@:]*)(?::([^/]*))?@/.exec(rest) ?? [];
  return { login, password };
};

const tokensOf = ({ login, password }: ReturnType<typeof userOf>): string[] =>
  password === '' || login.length >= SHORTEST_TOKEN ? [password, login] : [password];

const valuesOf = (rest: string): string[] =>
  (/\?([^#]*)/.exec(rest)?.[1] ?? '').split('&').map((pair) => pair.replace(/^[^=]*=/, ''));

/** The values that {@link withoutPathSecrets} takes away. */
function scpPathSecrets(url: string): string[] {
  const path = SCP.exec(url.replace(SCP_WITH_PASSWORD, '$1@$2'))?.[2] ?? '';
  const { login, password } = userOf(CREDENTIALS_IN_PATH.exec(path)?.[0] ?? '');
  const named = login === '' ? [] : tokensOf({ login, password });
  return [...named, ...(path.match(FORGE_TOKEN) ?? []), ...valuesOf(path)];
}

const SCP_SECRET = /^[^/@:\s]+:([^/@]*)@/;

/** The login name of ssh with its `@`, or nothing. */
function loginOf(rest: string): string {
  const login = /^([^/@:]*)(?::[^/]*)?@/.exec(rest)?.[1] ?? '';
  return login && `${login}@`;
}

/** Without all before the last `@` of the host; a host that is none may be the beginning of a password with a slash. */
function withoutUser(rest: string): string {
  const plain = rest.replace(/^[^/]*@/, '');
  const host = /^[^/?#]*/.exec(plain)?.[0] ?? '';
  return HOST_AND_PORT.test(host) ? plain : plain.replace(/^.*@/s, '');
}

const withDecoded = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value) => value !== '').flatMap((value) => [value, decoded(value)])),
];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
