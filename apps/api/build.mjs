import { API_NODE_OPTIONS } from '../../libs/settings/src/catalogue.js';
import { bundleApp } from '../../tools/bundle/bundle.mjs';

await bundleApp({
  directory: import.meta.dirname,
  programs: { main: API_NODE_OPTIONS, cli: [] },
  threads: [
    'tasks/logs/search-thread',
    'resources/integrations/reading/webhook-thread',
    'terraform/versions/state-thread',
    'runners/gateway/boxes/box-thread',
    'runners/gateway/reports/plan-view-thread',
    'projects/backup/restore/document-thread',
    'resources/keys/passphrase/passphrase-thread',
  ],
  folders: ['libs/texts/src/messages', 'libs/texts/src/problems'],
  // Native code, and the files of a page.
  external: ['@node-rs/argon2', '@node-rs/bcrypt', 'swagger-ui-dist'],
});
