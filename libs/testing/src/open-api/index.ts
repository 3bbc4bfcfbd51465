export { lintDocument } from './lint-document.js';
export { compileClient } from './typescript-client.js';
