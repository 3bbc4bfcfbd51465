import './shortcuts.css';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialogs/dialog.js';
import { Keys } from '../../components/display/keys.js';
import { letNoticesStay, noticesStay } from '../../lib/lasting-notices.js';
import { letterKeysOn, switchLetterKeys } from '../../lib/letter-keys.js';
import { SHORTCUTS } from './shortcuts.js';

/** Every keyboard shortcut of the console, by where it works. */
export function ShortcutsDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={520}
      maskCloses
      title={t('shortcuts.title')}
      onClose={close}
      afterClose={onClosed}
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside sy-shortcuts-options">
            <Checkbox defaultChecked={letterKeysOn()} onChange={({ target }) => switchLetterKeys(target.checked)}>
              {t('shortcuts.letterKeys')}
            </Checkbox>
            <Checkbox defaultChecked={noticesStay()} onChange={({ target }) => letNoticesStay(target.checked)}>
              {t('shortcuts.lastingNotices')}
            </Checkbox>
          </div>
          <Button onClick={close}>{t('common.close')}</Button>
        </div>
      }
    >
      {SHORTCUTS.map(({ place, shortcuts }) => (
        <section key={place}>
          <h3 className="sy-shortcuts-title">{t(`shortcuts.places.${place}`)}</h3>
          <dl className="sy-shortcuts">
            {shortcuts.map(({ action, keys }) => [
              <dt key={`${action} keys`}>
                {keys.map((each) => (
                  <Keys key={each.join()} keys={each} />
                ))}
              </dt>,
              <dd key={action}>{t(`shortcuts.actions.${action}`)}</dd>,
            ])}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
