import { readSetting, writeSetting } from './local-setting.js';

const setting = 'letter-keys';

/**
 * Whether keys that write a character are shortcuts (WCAG 2.2, 2.1.4): who dictates, or rests a hand on the keys, switches them
 * off. Of this browser.
 */
export const letterKeysOn = (): boolean => readSetting(setting) !== 'off';

export const switchLetterKeys = (on: boolean): void => writeSetting(setting, on ? null : 'off');
