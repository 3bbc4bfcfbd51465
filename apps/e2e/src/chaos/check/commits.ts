import { groupBy } from '../group-by.js';
import type { History, Violation } from '../history/history.js';

/**
 * Promise 6, for checks for new commits: a commit is kept only together with its one task, no commit is launched twice, and
 * the newest one is launched. Commits between two checks are launched with those after them.
 */
export function checkCommits({ tasks, commits }: History): Violation[] {
  const { scheduleId, made, kept } = commits;
  const broken = (text: string, taskId: number | null = null): Violation => ({ promise: 6, taskId, text });
  const named = new Map([...groupBy(kept, ({ taskId }) => taskId)].map(([id, of]) => [id, of.length]));
  const own = tasks.filter((task) => task.scheduleId === scheduleId);
  const twice = [...groupBy(kept, ({ commit }) => commit)].filter(([, of]) => of.length > 1);
  const newest = made.at(-1);
  return [
    ...own.filter(({ id }) => named.get(id) !== 1).map(({ id }) => broken(`task ${id} has no commit of its own`, id)),
    ...kept
      .filter(({ taskId }) => taskId === null)
      .map(({ commit }) => broken(`commit ${commit} was kept without a task`)),
    ...twice.map(([commit, of]) => broken(`commit ${commit} was launched ${of.length} times`, of[1]?.taskId)),
    ...kept.filter(({ commit }) => !made.includes(commit)).map(({ commit }) => broken(`nobody made commit ${commit}`)),
    ...(newest !== undefined && !kept.some(({ commit }) => commit === newest)
      ? [broken(`the newest commit ${newest} was never launched`)]
      : []),
  ];
}
