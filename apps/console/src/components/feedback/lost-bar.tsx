import { DisconnectOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { linkState, onLinkState } from '../../api/socket.js';
import { useDelayed } from '../../lib/use-delayed.js';

/** Shown when the connection has been lost for three seconds, and hidden by itself. */
export function LostBar() {
  const { t } = useTranslation();
  const lost = useSyncExternalStore(onLinkState, linkState) === 'lost';
  const shown = useDelayed(lost, 3_000);
  return (
    <div role="status">
      {shown && (
        <div className="sy-lostbar">
          <DisconnectOutlined aria-hidden />
          {t('shell.connectionLost')}
        </div>
      )}
    </div>
  );
}
