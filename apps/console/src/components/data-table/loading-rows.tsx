import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../lib/use-delayed.js';

/** Grey rows of the real height, after 200 ms. */
export function LoadingRows({ count = 8 }: { count?: number }) {
  const { t } = useTranslation();
  const shown = useDelayed(true, 200);
  return (
    <div role="status" aria-label={t('common.loading')} className="sy-loading">
      {shown && Array.from({ length: count }, (_, row) => <div key={row} className="sy-loading-row" aria-hidden />)}
    </div>
  );
}
