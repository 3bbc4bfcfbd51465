import { type AttemptLease, outputType, type PublishedOutput, type NamedOutput } from '@switchyard/contracts';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { readLivingAttempt } from './held-attempt.js';

/**
 * Keeps what a living attempt has published, as long as its task; it replaces what the task has published before. Values of
 * secret outputs are encrypted.
 * @throws LeaseLostError
 */
export async function saveOutputs(
  engine: Engine,
  runnerId: number,
  held: AttemptLease,
  published: readonly PublishedOutput[],
): Promise<void> {
  const { task_id: taskId } = await readLivingAttempt(engine, runnerId, held, 'outputs');
  const outputs = published.map(shownOutput).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await rows(
    engine.dataSource,
    `insert into task_outputs (task_id, attempt_id, outputs, secrets) values ($1, $2, $3::json, $4)
       on conflict (task_id) do update set attempt_id = excluded.attempt_id, outputs = excluded.outputs,
         secrets = excluded.secrets, created = now()`,
    [taskId, held.attempt, JSON.stringify(outputs), await sealedValues(engine, taskId, published)],
  );
}

/** Encryption context of the secret outputs of a task. */
const outputsContext = (taskId: number): string => `task_outputs:${taskId}`;

const shownOutput = ({ name, secret, value }: PublishedOutput): NamedOutput => ({
  name,
  type: outputType(value),
  secret,
  value: secret ? null : (value ?? null),
});

async function sealedValues(
  { secrets: sealing }: Engine,
  taskId: number,
  published: readonly PublishedOutput[],
): Promise<string | null> {
  const values = published.filter(({ secret }) => secret).map(({ name, value }) => [name, value ?? null]);
  return values.length === 0 ? null : sealing.seal(JSON.stringify(Object.fromEntries(values)), outputsContext(taskId));
}
