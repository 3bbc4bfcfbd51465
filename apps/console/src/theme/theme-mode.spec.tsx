/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { ThemeModeProvider, useThemeMode } from './theme-mode.js';

let theme: ReturnType<typeof useThemeMode>;
function Page() {
  theme = useThemeMode();
  return null;
}

/** Preference of the system, and listeners for a change of it. */
let isDark = false;
const listeners = new Set<() => void>();
beforeEach(() => {
  isDark = false;
  const list = (query: string) => ({
    get matches() {
      return query.includes('dark') && isDark;
    },
    addEventListener: (_event: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_event: string, listener: () => void) => void listeners.delete(listener),
  });
  Object.assign(window, { matchMedia: list });
});
afterEach(() => localStorage.clear());

const open = () =>
  render(
    <ThemeModeProvider>
      <Page />
    </ThemeModeProvider>,
  );
const prefer = (dark: boolean): void =>
  act(() => {
    isDark = dark;
    listeners.forEach((listener) => listener());
  });
const painted = () => document.documentElement.dataset.theme;

describe('light and dark', () => {
  it('should follow the system, also while the page is open', () => {
    open();
    expect([theme.mode, painted()]).toEqual(['light', 'light']);
    prefer(true);
    expect([theme.mode, painted()]).toEqual(['dark', 'dark']);
  });

  it('should stay as they were chosen, whatever the system prefers', () => {
    const { unmount } = open();
    act(() => theme.choose('light'));
    prefer(true);
    expect(theme.mode).toBe('light');
    unmount();
    open();
    expect(theme.mode).toBe('light');
  });

  it('should follow the system again once that is chosen', () => {
    open();
    act(() => theme.choose('light'));
    prefer(true);
    act(() => theme.choose(null));
    expect(painted()).toBe('dark');
  });

  it('should take no other word of the storage for a choice', () => {
    localStorage.setItem('switchyard.theme', 'purple');
    open();
    expect(theme.mode).toBe('light');
  });
});
