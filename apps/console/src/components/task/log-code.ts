let load: () => void = () => undefined;

/** Sets how the code of the task log is loaded. */
export function setLogLoader(loader: () => void): void {
  load = loader;
}

/** Loads the code of the task log before it is needed. */
export const preloadLog = (): void => load();
