/** The path that the server stands below, such as `/switchyard`; '' = it has its host for itself. It writes it into the page. */
export const basePath = (): string =>
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['base'] ?? '');

/** The address of a path of this server: of its API, its documentation or one of its pages. */
export const ownAddress = (path: `/${string}`): string => `${basePath()}${path}`;

/** Returns the part of an address's path that names a page, as routes do. */
export function ownPath({ pathname }: Pick<Location, 'pathname'>): string {
  const base = basePath();
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
}
