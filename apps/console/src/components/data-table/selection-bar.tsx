import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  /** Actions on the chosen rows. */
  children: ReactNode;
}

/** Below a list, over its last rows: how many rows are chosen, and what can be done with them. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation();
  return (
    <div className="sy-selection" role="region" aria-label={t('bulk.label')}>
      <span className="sy-grow">{t('bulk.selected', { total: count })}</span>
      {children}
      <Button type="text" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
    </div>
  );
}
