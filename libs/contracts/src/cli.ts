/** Part of the package that the command line is bundled with: building all schemas would take most of its start. */
export * from './project/sections.js';
export * from './errors/count-params.js';
export * from './errors/placeholders.js';
export * from './errors/text-list.js';
export * from './own.js';
export * from './realtime/events.js';
export * from './task/log-kind.js';
export * from './task/status-moves.js';
export * from './terminal/ansi.js';
export * from './user/languages.js';
export * from './variable/steering-names.js';
export * from './variable/usable-name.js';
export { MAX_STATE_BYTES } from './terraform/state-bounds.js';
