import { readSetting, writeSetting } from './local-setting.js';

const setting = 'notices';

/** Whether notices stay until they are closed (WCAG 2.2, 2.2.1), for people who need longer to read them. Of this browser. */
export const noticesStay = (): boolean => readSetting(setting) === 'stay';

export const letNoticesStay = (stay: boolean): void => writeSetting(setting, stay ? 'stay' : null);
