import type { TableProps } from 'antd';
import { useSearchParams } from 'react-router-dom';

type SortOrder = 'ascend' | 'descend';

interface UrlSort<Row> {
  orderOf: (key: string) => SortOrder | null;
  onChange: NonNullable<TableProps<Row>['onChange']>;
}

/** Keeps the sort of a table in the address: `?sort=name&order=desc`. */
export function useUrlSort<Row>(): UrlSort<Row> {
  const [params, setParams] = useSearchParams();
  const sorted = params.get('sort');
  const order: SortOrder = params.get('order') === 'desc' ? 'descend' : 'ascend';
  return {
    orderOf: (key) => (key === sorted ? order : null),
    onChange: (_page, _filters, sorter, { action }) => {
      if (action !== 'sort') {
        return;
      }
      const chosen = Array.isArray(sorter) ? sorter[0] : sorter;
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.delete('sort');
          next.delete('order');
          if (chosen?.order) {
            next.set('sort', String(chosen.columnKey));
            next.set('order', chosen.order === 'descend' ? 'desc' : 'asc');
          }
          return next;
        },
        { replace: true },
      );
    },
  };
}
