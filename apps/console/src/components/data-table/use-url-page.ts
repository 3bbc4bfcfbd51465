import { useSearchParams } from 'react-router-dom';
import type { Paging } from './column.js';
import { PAGE_SIZE } from './keyset.js';

/** Paging of a list, kept in the address: `?page=2`. */
export function useUrlPage(): Paging {
  const [params, setParams] = useSearchParams();
  return {
    pageSize: PAGE_SIZE,
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    onPage: (page) =>
      setParams((previous) => {
        const next = new URLSearchParams(previous);
        next.set('page', String(page));
        return next;
      }),
  };
}
