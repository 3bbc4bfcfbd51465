import { API_HEAP_MB } from '../../libs/settings/src/catalogue.js';
import { bundleApp } from '../../tools/bundle/bundle.mjs';

await bundleApp({
  directory: import.meta.dirname,
  programs: { main: [`--max-old-space-size=${API_HEAP_MB}`], cli: [] },
  threads: ['task-logs/search-thread'],
  folders: ['libs/server/src/texts'],
  // Native code, and the files of a page.
  external: ['@node-rs/argon2', 'swagger-ui-dist'],
});
