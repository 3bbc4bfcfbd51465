import { activity, activitySentence } from '@switchyard/contracts';
import { type Executor, rows } from '../statements/sql.js';
import type { HeldRun, NodeChange, RunNode } from './held-run.js';

interface Moved {
  run: Pick<HeldRun, 'id' | 'projectId' | 'name'>;
  changes: ReadonlyMap<RunNode, NodeChange>;
}

/** Writes an activity for each approval that begins to wait, or that nobody decided in time: those of which people are alerted. */
export async function noteNodes(on: Executor, moved: readonly Moved[]): Promise<void> {
  const noted = moved.flatMap(({ run, changes }) =>
    [...changes].flatMap(([{ node }, { alert }]) => {
      const code = alert === 'approval' ? 'run_waits' : 'run_overdue';
      return alert ? [{ run, activity: activity(code, { id: run.id, name: run.name, node }) }] : [];
    }),
  );
  if (noted.length === 0) {
    return;
  }
  await rows(
    on,
    `insert into event (project_id, object_type, object_id, description, activity)
       select given.project_id, 'workflow_run', given.id, given.description, given.activity
         from unnest($1::int[], $2::int[], $3::text[], $4::jsonb[]) as given(project_id, id, description, activity)`,
    [
      noted.map(({ run }) => run.projectId),
      noted.map(({ run }) => run.id),
      noted.map((each) => activitySentence(each.activity)),
      noted.map((each) => JSON.stringify(each.activity)),
    ],
  );
}
