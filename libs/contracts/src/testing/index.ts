export { WORST_FILLERS, worstJson, type WorstShape } from './worst-bodies.js';
export { largestJson } from './largest-json.js';
export { unboundedParts } from './schema-bounds.js';
