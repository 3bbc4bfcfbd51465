import { useTranslation } from 'react-i18next';
import { Keys } from '../../components/display/keys.js';

/** The keys of the palette. */
export function PaletteFoot({ onShortcuts }: { onShortcuts: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="sy-palette-foot">
      <span>
        <Keys keys={['↑', '↓']} /> {t('palette.move')}
      </span>
      <span>
        <Keys keys={['Enter']} /> {t('palette.open')}
      </span>
      <span>
        <Keys keys={['Ctrl', 'Enter']} /> {t('palette.run')}
      </span>
      <button type="button" onClick={onShortcuts}>
        <Keys keys={['?']} /> {t('palette.shortcuts')}
      </button>
    </div>
  );
}
