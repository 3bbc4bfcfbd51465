import type { AlertFacts, DeliveryKind } from '@switchyard/contracts';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

/** Where a test goes. */
export interface TestTarget {
  kind: DeliveryKind;
  targetId: number;
}

/** A target that is held back is tried at once. */
const insert = `
  with target as (select * from unnest($1::text[], $2::int[]) as given(kind, target_id)),
  released as (
    update outbox_target set held_until = now() from target
     where outbox_target.kind = target.kind and outbox_target.target_id = target.target_id)
  insert into outbox_message (id, kind, target_id, project_id, payload)
    select gen_random_uuid(), kind, target_id, $3, $4::jsonb from target returning id`;

/** Sends an alert that a person wants for a test. @returns the ids of the deliveries */
export async function sendTestAlert(
  { dataSource, signals }: Engine,
  project: AlertFacts['project'],
  targets: readonly TestTarget[],
): Promise<string[]> {
  const nothing = { template: null, workspace: null, task: null, run: null, runner: null, schedule: null };
  const unexplained = { reason: null, problem: null, line: null };
  const facts: AlertFacts = { event: 'test', at: new Date().toISOString(), project, ...nothing, ...unexplained };
  const written = await rows<{ id: string }>(dataSource, insert, [
    targets.map(({ kind }) => kind),
    targets.map(({ targetId }) => targetId),
    project.id,
    JSON.stringify(facts),
  ]);
  signals.messagesWritten();
  signals.deliveryListsChanged([{ projectId: project.id, of: 'alerts' }]);
  return written.map(({ id }) => id);
}
