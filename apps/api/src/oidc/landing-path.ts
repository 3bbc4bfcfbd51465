/** Letters of a path within the console, with a plain query: no scheme, no host, no encoding, no line break. */
const PLAIN = /^\/[A-Za-z0-9_\-./]*(\?[A-Za-z0-9_\-.=&]*)?$/;

/**
 * Where a sign-in by a provider may land: a path of this installation, `/` when nothing was asked for, or `null` for
 * anything else, such as `//evil`, `/\evil`, `https:` addresses, `..` and encoded characters.
 */
export function landingPath(asked: string | undefined): string | null {
  if (asked === undefined || asked === '') {
    return '/';
  }
  const isPlain = asked.length <= 500 && PLAIN.test(asked) && !asked.includes('//') && !asked.includes('..');
  return isPlain ? asked : null;
}
