import { createHash } from 'node:crypto';
import { type ImportedTasks, isFinal, type Project } from '@switchyard/contracts';
import { type SentenceOf, sentencesOf } from '../client/sentences.js';
import type { Candidate, ProjectOrigin } from '../files/candidate.js';
import type { SourceHistory } from '../files/semaphore/source-history.js';
import { statusOf, taskDraft, type TaskReferences } from '../files/semaphore/source-task.js';
import { idOf, textOf } from '../files/source-values.js';
import type { Invocation } from '../invocation.js';
import { inert } from '../output/inert.js';

/** Bounds of a batch, within those of the server. */
const MAX_TASKS = 200;
const MAX_BYTES = 4 * 1024 * 1024;

/** Shows how many tasks of each project would come. */
export async function previewHistory(
  { terminal }: Invocation,
  history: SourceHistory,
  candidates: readonly Candidate[],
): Promise<void> {
  for (const { name, origin } of candidates) {
    let [tasks, unended] = [0, 0];
    for await (const row of origin ? history.rows(origin.id) : []) {
      tasks += 1;
      unended += isFinal(statusOf(row)) ? 0 : 1;
    }
    const ends = unended === 0 ? '' : `; ${unended} of them had not ended, and come as canceled or stopped`;
    terminal.stdout.write(`+ history of ${inert(name)}: ${tasks} tasks with their logs${ends}\n`);
  }
}

/** Brings the tasks of projects in, each once: what is there already is left alone. */
export async function importHistory(
  invocation: Invocation,
  history: SourceHistory,
  candidates: readonly Candidate[],
): Promise<void> {
  const projects = new Map((await invocation.client.get<Project[]>('/api/projects')).map(({ id, name }) => [name, id]));
  const users = new Map((await history.users()).map((row) => [idOf(row) ?? 0, textOf(row, 'username')]));
  const made = await history.made();
  for (const { name, origin } of candidates) {
    const projectId = projects.get(name);
    if (origin && projectId !== undefined) {
      const source = createHash('sha256').update(`semaphore ${made} ${origin.id}`).digest('hex');
      const references = { ...(await referencesOf(invocation, projectId, origin)), users };
      const ends = await importProject(invocation, {
        history,
        origin,
        references,
        path: historyPath(projectId, source),
      });
      invocation.terminal.stderr.write(summary(name, ends));
    }
  }
}

const historyPath = (projectId: number, source: string): string => `/api/project/${projectId}/history?source=${source}`;

interface Named {
  id: number;
  name: string;
}

/** What tasks name there, as it is found here by its name. */
async function referencesOf(
  { client }: Invocation,
  projectId: number,
  { templates, inventories }: ProjectOrigin,
): Promise<Omit<TaskReferences, 'users'>> {
  const found = async (path: string, names: ReadonlyMap<number, string>): Promise<Map<number, number>> => {
    const ids = new Map(
      (await client.get<Named[]>(`/api/project/${projectId}/${path}`)).map(({ id, name }) => [name, id]),
    );
    return new Map([...names].flatMap(([id, name]) => (ids.has(name) ? [[id, ids.get(name) ?? 0]] : [])));
  };
  return { templates: await found('templates', templates), inventories: await found('inventory', inventories) };
}

interface HistoryOfProject {
  history: SourceHistory;
  origin: ProjectOrigin;
  references: TaskReferences;
  /** Where batches are sent. */
  path: string;
}

/** Numbers of tasks by their ends, and of reasons why some were refused. */
interface Ends {
  created: number;
  exists: number;
  refused: Map<string, number>;
}

/** One batch after the other, so that tasks come in their order. */
async function importProject({ client, language }: Invocation, of: HistoryOfProject): Promise<Ends> {
  const sentence = await sentencesOf(language);
  const ends: Ends = { created: 0, exists: 0, refused: new Map() };
  for await (const lines of batchesOf(of, ends)) {
    const answer = await client.json<ImportedTasks>({ method: 'POST', path: of.path, body: lines.join('\n') });
    for (const { outcome, problems } of answer.tasks) {
      if (outcome === 'refused') {
        refuse(ends, reasonOf(problems, sentence));
      } else {
        ends[outcome] += 1;
      }
    }
  }
  return ends;
}

async function* batchesOf({ history, origin, references }: HistoryOfProject, ends: Ends): AsyncGenerator<string[]> {
  let [lines, size]: [string[], number] = [[], 0];
  for await (const task of history.tasks(origin.id)) {
    const draft = taskDraft(task, references);
    if (draft === null) {
      refuse(ends, 'there is no such template here');
      continue;
    }
    const line = JSON.stringify(draft);
    const added = Buffer.byteLength(line) + 1;
    if (lines.length === MAX_TASKS || (lines.length > 0 && size + added > MAX_BYTES)) {
      yield lines;
      [lines, size] = [[], 0];
    }
    lines.push(line);
    size += added;
  }
  if (lines.length > 0) {
    yield lines;
  }
}

const refuse = ({ refused }: Ends, reason: string): void => void refused.set(reason, (refused.get(reason) ?? 0) + 1);

const reasonOf = (problems: ImportedTasks['tasks'][number]['problems'], sentence: SentenceOf): string =>
  problems.map((problem) => [problem.path.join('.'), sentence(problem)].filter(Boolean).join(': ')).join('; ');

function summary(name: string, { created, exists, refused }: Ends): string {
  const known = exists === 0 ? '' : `, ${exists} were there already`;
  const reasons = [...refused].map(([reason, count]) => `    note: ${count} tasks do not come: ${inert(reason)}\n`);
  return `Imported ${created} tasks of ${inert(name)}${known}\n${reasons.join('')}`;
}
