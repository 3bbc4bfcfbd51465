export { largestJson } from './largest-json.js';
export { unboundedParts } from './schema-bounds.js';
