export { execute, executeHosted } from './execute.js';
export { probeApps } from './probe-apps.js';
