/** Letters of a path within the console, with a plain query: no scheme, no host, no encoding, no line break. */
const PLAIN = /^\/[A-Za-z0-9_\-./]*(\?[A-Za-z0-9_\-.=&]*)?$/;

/**
 * Where a sign-in by a provider may land: a path of this installation, `/` when nothing was requested, or `null` for
 * anything else, such as `//evil`, `/\evil`, `https:` addresses, `..` and encoded characters.
 */
export function landingPath(requested: string | undefined): string | null {
  if (requested === undefined || requested === '') {
    return '/';
  }
  const isPlain =
    requested.length <= 500 && PLAIN.test(requested) && !requested.includes('//') && !requested.includes('..');
  return isPlain ? requested : null;
}
