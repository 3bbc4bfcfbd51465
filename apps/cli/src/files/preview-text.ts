import type { AppliedChange, ApplyPreview, RestorePreview } from '@switchyard/contracts';
import { inert } from '../output/inert.js';

/** Characters of a value in a line. */
const MAX_VALUE = 60;

const SIGNS = { create: '+', update: '~', delete: '-' } as const;

/** Changes that an apply would make, a line for each change and each member that changes. */
export function previewText({ changes, unchanged }: ApplyPreview): string {
  const count = (action: AppliedChange['action']): number => changes.filter((each) => each.action === action).length;
  const [created, changed, deleted] = [count('create'), count('update'), count('delete')];
  const sum = `${created} to create, ${changed} to change, ${deleted} to delete, ${unchanged} unchanged\n`;
  return [...changes.flatMap(changeLines), ...(changes.length > 0 ? [''] : []), sum].join('\n');
}

function changeLines({ action, section, name, members }: AppliedChange): string[] {
  const head = `${SIGNS[action]} ${section} ${inert(name)}`;
  const lines = members.map((each) => `    ${each.name}: ${value(each.before)} → ${value(each.after)}`);
  return action === 'update' ? [head, ...lines] : [head];
}

function value(json: string | undefined): string {
  const text = inert(json ?? 'none');
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}

/** Objects that a new project would hold. */
export const newProjectText = ({ projectName, made }: RestorePreview): string =>
  [`+ project ${inert(projectName)}`, ...made.map(({ section, count }) => `    ${section}: ${count}`), ''].join('\n');
