import { useState } from 'react';
import { readSetting, writeSetting } from './local-setting.js';

/**
 * Whether a dialog fills the screen, as it was chosen in this browser.
 * @param dialog by which the choice is kept; absent = it never does
 */
export function useFullScreen(dialog: string | undefined): [isFull: boolean, choose: (isFull: boolean) => void] {
  const setting = `fullscreen.${dialog}`;
  const [isFull, setFull] = useState(() => dialog !== undefined && readSetting(setting) === 'true');
  const choose = (next: boolean): void => {
    setFull(next);
    writeSetting(setting, String(next));
  };
  return [isFull, choose];
}
