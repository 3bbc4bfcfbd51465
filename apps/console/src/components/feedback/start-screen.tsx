import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../lib/use-delayed.js';
import { ownPath } from '../../lib/own-address.js';

/** An address that shows the frame of a project's page. */
const FRAMED = /^\/project\/\d/;

/** The empty screen while the first parts load, with a spinner after 200 ms. A project's page has its frame already. */
export function StartScreen() {
  const { t } = useTranslation();
  const shown = useDelayed(true, 200);
  const frame = FRAMED.test(ownPath(window.location)) ? ' sy-frame' : '';
  return (
    <div className={`sy-start${frame}`} role="status" aria-label={t('common.loading')}>
      {shown && <span className="sy-spinner" aria-hidden />}
    </div>
  );
}
