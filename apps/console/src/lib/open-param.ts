import { idParam } from './use-url-params.js';

/** Parameter of the address with what is open over the page: `new`, `new.<kind>`, or the id of a row. */
export const OPEN = 'open';
const NEW = 'new';
/** Parameter of the address with the id of the template whose run dialog is open. */
export const RUN = 'run';

/** The query of an address without what is open over its page. */
export function withoutOpened(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(OPEN);
  params.delete(RUN);
  return params.toString();
}

/** Value of the parameter for a new row, of a kind where there are several. */
export const openNew = (kind: string | null): string => (kind === null ? NEW : `${NEW}.${kind}`);

/** Object that the address opens: a row by its id, or a new one. */
export function openedBy(params: URLSearchParams): { id: number } | { kind: string | null } | null {
  const id = idParam(params, OPEN);
  if (id !== undefined) {
    return { id };
  }
  const [word, kind = null] = (params.get(OPEN) ?? '').split('.');
  return word === NEW ? { kind } : null;
}
