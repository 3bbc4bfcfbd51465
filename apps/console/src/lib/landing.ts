/** A path with a plain query, which the server takes as the landing place of a sign-in by a provider. */
const plain = /^\/[\w\-./]*(\?[\w\-.=&]*)?$/;

/**
 * Where a visitor of the sign-in page goes once signed in: what `from` in the state of the address names, only within
 * this console, else the start page with the query of the sign-in page.
 */
export function wantedAddress(state: unknown, search: string): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : `/${search}`;
  return /^\/(?![/\\])/.test(from) ? from : '/';
}

/** Landing place of a provider sign-in, a subscription first; `null` = the start page. */
export function providerLanding(state: unknown, search: string): string | null {
  if (new URLSearchParams(search).get('new_project') === 'premium') {
    return '/project/premium';
  }
  const [wanted = '/'] = wantedAddress(state, '').split('#');
  return wanted !== '/' && plain.test(wanted) ? wanted : null;
}
