import { DisconnectOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../../api/socket.js';

const onChange = (listener: () => void) => connection.changes.add(listener);
const isLostForLong = (): boolean => connection.isLostForLong;

/** Shown on every page when the connection has been lost for three seconds, and hidden by itself. */
export function LostBar() {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(onChange, isLostForLong);
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
