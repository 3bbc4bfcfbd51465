import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../actions/icon-button.js';
import type { Paging } from './column.js';
import { pageCount, pageNumbers } from './page-numbers.js';

interface PagerProps extends Paging {
  /** Number of rows of all pages. */
  total: number;
}

/** Leads from page to page; absent while one page holds all. */
export function Pager({ page: wanted, pageSize, onPage, total }: PagerProps) {
  const { t } = useTranslation();
  const pages = pageCount(total, pageSize);
  const page = Math.min(wanted, pages);
  if (pages === 1) {
    return null;
  }
  const step = (label: string, icon: React.ReactNode, to: number) => (
    <IconButton size="small" label={label} icon={icon} disabled={to < 1 || to > pages} onClick={() => onPage(to)} />
  );
  return (
    <nav className="sy-pager" aria-label={t('pager.label')}>
      {step(t('pager.previous'), <LeftOutlined aria-hidden />, page - 1)}
      {pageNumbers(page, pages).map((each, i) =>
        each === null ? (
          <span key={`gap-${i}`} className="sy-text3" aria-hidden>
            …
          </span>
        ) : (
          <Button
            key={each}
            size="small"
            type={each === page ? 'default' : 'text'}
            aria-label={t('pager.page', { page: each })}
            aria-current={each === page ? 'page' : undefined}
            onClick={() => onPage(each)}
          >
            {each}
          </Button>
        ),
      )}
      {step(t('pager.next'), <RightOutlined aria-hidden />, page + 1)}
    </nav>
  );
}
