import type { TablePaginationConfig } from 'antd';
import { useSearchParams } from 'react-router-dom';

/** Spec section 9. */
const pageSize = 20;

/** Paging of a list, kept in the address: `?page=2`. No pager while one page holds all. */
export function useUrlPage(): TablePaginationConfig {
  const [params, setParams] = useSearchParams();
  return {
    pageSize,
    current: Math.max(1, Number(params.get('page')) || 1),
    hideOnSinglePage: true,
    showSizeChanger: false,
    onChange: (page) =>
      setParams((previous) => {
        const next = new URLSearchParams(previous);
        next.set('page', String(page));
        return next;
      }),
  };
}
