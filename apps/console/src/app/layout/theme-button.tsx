import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/icon-button.js';
import { useThemeMode } from '../theme-mode.js';

/** Switches between light and dark; the choice is saved. */
export function ThemeButton() {
  const { t } = useTranslation();
  const { mode, toggle } = useThemeMode();
  return (
    <IconButton
      label={mode === 'dark' ? t('shell.useLight') : t('shell.useDark')}
      icon={mode === 'dark' ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
      onClick={toggle}
    />
  );
}
