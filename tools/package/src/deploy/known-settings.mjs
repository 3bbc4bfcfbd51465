import { allSettings } from '../../../../libs/settings/src/catalogue.js';
import { secretFiles } from '../../../../libs/settings/src/names.js';

/** Names of all settings that some program of this checkout reads. */
export const knownSettings = () => new Set([...Object.keys(allSettings), ...secretFiles.keys()]);
