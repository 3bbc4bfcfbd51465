import type { UserOptions } from '@switchyard/contracts';
import { useEffect } from 'react';
import { takeLanguage } from '../i18n.js';
import { useThemeMode } from '../../theme/theme-mode.js';

/** Takes over what the user chose in any browser; what was never chosen stays as this browser has it. */
export function useSavedOptions({ language, theme }: UserOptions): void {
  const { choose } = useThemeMode();
  useEffect(() => {
    if (theme !== null) {
      choose(theme === 'system' ? null : theme);
    }
  }, [theme, choose]);
  useEffect(() => {
    if (language !== null) {
      void takeLanguage(language);
    }
  }, [language]);
}
