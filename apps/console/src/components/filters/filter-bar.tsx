import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../lib/use-media-query.js';

interface FilterBarProps {
  /** Shown at every width. */
  text?: ReactNode;
  /** How many of the others are set. */
  used: number;
  /** Absent: nothing is filtered. */
  onClear?: (() => void) | undefined;
  children: ReactNode;
}

/** The filters of a list, in a row above it; on a phone all but the text stand behind one button. */
export function FilterBar({ text, used, onClear, children }: FilterBarProps) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  return (
    <div className="sy-filters" role="search" aria-label={t('filter.label')}>
      {text}
      {phone && (
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {used > 0 ? `${t('filter.label')} (${used})` : t('filter.label')}
        </Button>
      )}
      {(!phone || open) && children}
      {onClear && (
        <Button type="text" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}
