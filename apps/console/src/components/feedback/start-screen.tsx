import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../lib/use-delayed.js';

/** The empty screen while the first parts load, with a spinner after 200 ms. */
export function StartScreen() {
  const { t } = useTranslation();
  const shown = useDelayed(true, 200);
  return (
    <div className="sy-start" role="status" aria-label={t('common.loading')}>
      {shown && <span className="sy-spinner" aria-hidden />}
    </div>
  );
}
