/** What threads that read logs import in place of the whole: making the schemas would take most of their start. */
export * from './runner-protocol/chunk-bytes.js';
export * from './terminal/ansi.js';
