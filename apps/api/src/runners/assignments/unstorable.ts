import { parseArguments, parseObject, type Problem, problem } from '@switchyard/contracts';
import type { JobSources } from './job-sources.js';

/** From so many levels on JSON is what broke, where something did. */
const DEEP = 500;
/** Longest name that is quoted, in characters. */
const MAX_NAME = 100;

/** Fault of a value that PostgreSQL cannot keep as JSON. */
interface Fault {
  /** Member of the document it is in. */
  member: string;
  code: `${'text' | 'name'}_${'nul' | 'surrogate'}`;
}

type Sources = Pick<JobSources, 'task' | 'template' | 'environment'>;

/** Names what of a task cannot be kept as JSON, and where it comes from; null when nothing is found. */
export function unstorable(sources: Sources): Problem | null {
  const documents = documentsOf(sources);
  for (const [owner, document] of documents) {
    const fault = textFault(document);
    if (fault) {
      return problem(fault.code, { owner, member: shortName(fault.member) });
    }
  }
  return documents.map(([owner, document]) => tooDeep(owner, document)).find((found) => found !== null) ?? null;
}

function documentsOf({ task, template, environment }: Sources): [owner: Problem, document: Record<string, unknown>][] {
  const group = problem('owner_group', { name: environment?.name ?? '' });
  const list = (text: string | null): Record<string, unknown> => ({
    arguments: parseArguments(text) ?? parseObject(text),
  });
  return [
    [group, parseObject(environment?.json)],
    [group, parseObject(environment?.env)],
    [problem('owner_variables'), parseObject(task.environment)],
    [problem('owner_options'), task.params],
    [problem('owner_task'), list(task.arguments)],
    [problem('owner_template'), list(template.arguments)],
  ];
}

function textFault(document: Record<string, unknown>): Fault | null {
  for (const [member, value] of Object.entries(document)) {
    const name = badText(member);
    if (name) {
      return { member, code: `name_${name}` };
    }
    const inside = badTextWithin(value);
    if (inside) {
      return { member, code: `text_${inside}` };
    }
  }
  return null;
}

/** Without recursion: what is looked at may be nested deeper than any stack. */
function badTextWithin(value: unknown): ReturnType<typeof badText> {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    const bad = typeof next === 'string' ? badText(next) : null;
    if (bad) {
      return bad;
    }
    if (typeof next === 'object' && next !== null) {
      for (const [name, member] of Object.entries(next)) {
        open.push(name, member);
      }
    }
  }
  return null;
}

function badText(text: string): 'nul' | 'surrogate' | null {
  if (text.includes('\0')) {
    return 'nul';
  }
  return /\p{Surrogate}/u.test(text) ? 'surrogate' : null;
}

function tooDeep(owner: Problem, document: Record<string, unknown>): Problem | null {
  const deep = Object.entries(document)
    .map(([member, value]) => ({ member, levels: levelsOf(value) }))
    .find(({ levels }) => levels >= DEEP);
  return deep ? problem('nested_deeply', { owner, member: shortName(deep.member), levels: deep.levels }) : null;
}

const shortName = (member: string): string => member.slice(0, MAX_NAME);

function levelsOf(value: unknown): number {
  const open = [{ value, depth: 0 }];
  let levels = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'object' && next.value !== null) {
      const depth = next.depth + 1;
      levels = Math.max(levels, depth);
      for (const member of Object.values(next.value as object)) {
        open.push({ value: member as unknown, depth });
      }
    }
  }
  return levels;
}
