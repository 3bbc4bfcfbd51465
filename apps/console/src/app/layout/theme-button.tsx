import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { useThemeMode } from '../../theme/theme-mode.js';
import { useSaveOptions } from './use-save-options.js';

/** Switches between light and dark; the choice is saved for this user. */
export function ThemeButton() {
  const { t } = useTranslation();
  const { mode, choose } = useThemeMode();
  const save = useSaveOptions();
  const other = mode === 'dark' ? 'light' : 'dark';
  const change = (): void => {
    choose(other);
    void save({ theme: other });
  };
  return (
    <IconButton
      label={mode === 'dark' ? t('shell.useLight') : t('shell.useDark')}
      icon={mode === 'dark' ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
      onClick={change}
    />
  );
}
