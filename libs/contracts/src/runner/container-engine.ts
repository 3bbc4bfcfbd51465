/** Stands among the apps of a runner for its container engine, with the name and version of that. No app has such an id. */
export const CONTAINER_ENGINE = 'container/engine';
