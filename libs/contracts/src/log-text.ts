/** Part of the package for threads that read logs: building the schemas would take most of their start. */
export * from './runner-protocol/chunk-bytes.js';
export * from './terminal/ansi.js';
