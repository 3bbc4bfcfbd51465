import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { readSetting, writeSetting } from '../lib/local-setting.js';
import { usePrefersDark } from '../lib/use-media-query.js';
import { cssVariables } from './css-variables.js';
import type { Mode } from './palette.js';

interface ThemeMode {
  mode: Mode;
  /** Keeps the choice in this browser; `null` = as the system prefers. */
  choose: (mode: Mode | null) => void;
}

const Context = createContext<ThemeMode>({ mode: 'light', choose: () => undefined });

export const useThemeMode = (): ThemeMode => useContext(Context);

function paint(mode: Mode): void {
  const root = document.documentElement;
  root.dataset.theme = mode;
  root.style.colorScheme = mode;
  for (const [name, value] of Object.entries(cssVariables(mode))) {
    root.style.setProperty(name, value);
  }
}

const savedMode = (): Mode | null => {
  const saved = readSetting('theme');
  return saved === 'dark' || saved === 'light' ? saved : null;
};

/** Light or dark: the saved choice, else what the system prefers. A choice is kept. */
export function ThemeModeProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState<Mode | null>(savedMode);
  const system: Mode = usePrefersDark() ? 'dark' : 'light';
  const mode = chosen ?? system;
  useLayoutEffect(() => {
    paint(mode);
  }, [mode]);
  const choose = useCallback((next: Mode | null) => {
    writeSetting('theme', next);
    setChosen(next);
  }, []);
  const value = useMemo(() => ({ mode, choose }), [mode, choose]);
  return <Context value={value}>{children}</Context>;
}
