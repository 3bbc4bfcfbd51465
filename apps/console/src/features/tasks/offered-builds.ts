import type { TaskWithTemplate } from '@switchyard/contracts';

/** The newest builds, and last an older one that is chosen. */
export const offeredBuilds = (
  builds: readonly TaskWithTemplate[] = [],
  older: TaskWithTemplate | undefined,
): readonly TaskWithTemplate[] =>
  older === undefined || builds.some(({ id }) => id === older.id) ? builds : [...builds, older];
