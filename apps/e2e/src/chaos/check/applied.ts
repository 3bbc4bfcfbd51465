import type { AppliedWorkspace } from '../../support/applied-history.js';
import type { History, Violation } from '../history/history.js';

/** So many applies without a success are no chance: they cannot work, and nothing was proved. */
const MOST_FAILED = 10;

/** Promise 13: what a confirmed apply made is in a state, once. */
export const checkApplied = ({ applied, tasks, applyTemplates }: History): Violation[] => {
  const applies = tasks.filter(({ templateId }) => applyTemplates.has(templateId));
  const isIdle = applies.length >= MOST_FAILED && applies.every(({ status }) => status !== 'success');
  const idle = isIdle ? [`none of ${applies.length} applies has succeeded`] : [];
  const faults = applied.flatMap((workspace) => faultsWithTrail(workspace));
  return [...idle, ...faults].map((text) => ({ promise: 13, taskId: null, text }));
};

const faultsWithTrail = (workspace: AppliedWorkspace): string[] => {
  const faults = faultsOfApplied(workspace);
  return faults.map((text, i) => (i > 0 ? text : [text, ...workspace.trail].join('\n    ')));
};

/** Where its states and its journals differ. */
export function faultsOfApplied({ workspace, journals, known, offered }: Omit<AppliedWorkspace, 'trail'>): string[] {
  const count = (names: readonly string[], name: string): number => names.filter((each) => each === name).length;
  const ofThing = ([name, lines]: readonly [string, readonly string[]]): string[] => {
    const exists = count(lines, 'create begins') - count(lines, 'deleted');
    const isKnown = known.includes(name) || offered.includes(name);
    return [
      ...(exists > 1 ? [`"${name}" exists ${exists} times`] : []),
      ...(exists > 0 && !isKnown ? [`"${name}" exists and is in no state`] : []),
      ...(exists < 1 && known.includes(name) ? [`"${name}" is in the state and does not exist`] : []),
    ];
  };
  const twice = [...new Set(known)]
    .filter((name) => count(known, name) > 1)
    .map((name) => `"${name}" is in the state twice`);
  const strange = known
    .filter((name) => !journals.has(name))
    .map((name) => `"${name}" is in the state and was never made`);
  return [...[...journals].flatMap(ofThing), ...twice, ...strange].map((text) => `workspace ${workspace}: ${text}`);
}
