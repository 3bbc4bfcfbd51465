import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FilterBarProps {
  /** Absent: nothing is filtered. */
  onClear?: (() => void) | undefined;
  children: ReactNode;
}

/** The filters of a list, in a row above it. */
export function FilterBar({ onClear, children }: FilterBarProps) {
  const { t } = useTranslation();
  return (
    <div className="sy-filters" role="search" aria-label={t('filter.label')}>
      {children}
      {onClear && (
        <Button type="text" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}
