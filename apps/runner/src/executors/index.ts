export { execute } from './execute.js';
export { probeApps } from './probe-apps.js';
