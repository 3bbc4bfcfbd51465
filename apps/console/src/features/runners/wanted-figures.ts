import type { WantedTag } from '@switchyard/contracts';

/** Tags that there is room to name. */
const NAMED = 3;

interface WantedFigures {
  tasks: number;
  named: string[];
  /** Tags that are not named. */
  more: number;
}

/** How many tasks no online runner can take, and the tags they need. */
export function wantedFigures(tags: readonly WantedTag[]): WantedFigures {
  return {
    tasks: tags.reduce((sum, { number_of_tasks: tasks }) => sum + tasks, 0),
    named: tags.slice(0, NAMED).map(({ tag }) => tag),
    more: Math.max(0, tags.length - NAMED),
  };
}
