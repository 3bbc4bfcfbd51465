import { bundleApp } from '../../tools/bundle/bundle.mjs';

await bundleApp({
  directory: import.meta.dirname,
  programs: { main: [] },
  folders: ['libs/texts/src/messages', 'libs/texts/src/problems'],
});
