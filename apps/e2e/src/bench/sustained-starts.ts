import { eventually } from '@switchyard/testing';
import { type FleetStack, withFleet } from './fleet-stack.js';
import { processorCost, processorTimes } from './processor-time.js';
import type { Row } from './report.js';

const TASKS = 4_000;
const PEOPLE = 32;
const UNMATCHED = 20_000;
/** Tags that no runner has, so that the unmatched tasks form as many groups. */
const TAGS = 200;
const FLEET = { runners: 50, slots: 8, tool: { lines: 0, durationMs: 0, outcome: 'success' } } as const;
const TARGETS = { postgres: 300, redis: 500 } as const;

/** Tasks of no length, launched as fast as they are answered, with 20,000 others waiting for runners that do not come. */
export async function measureSustainedStarts(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const queue of ['postgres', 'redis'] as const) {
    const { perSecond, cost } = await withFleet({ ...FLEET, queue }, startsPerSecond);
    rows.push({
      what: `sustained starts through api and dispatcher, queue on ${queue}, ${UNMATCHED.toLocaleString('en')} unmatched tasks waiting`,
      measured: `${perSecond.toFixed(0)} starts/s (n = ${TASKS}; ${cost})`,
      target: `≥ ${TARGETS[queue]}/s`,
      met: perSecond >= TARGETS[queue],
    });
  }
  return rows;
}

async function startsPerSecond(fleet: FleetStack): Promise<{ perSecond: number; cost: string }> {
  const { stack, database, client, project, templateId } = fleet;
  fleet.fleet.forEach(({ runner }) => runner.start());
  await eventually(async () => (await count(fleet, 'runner where touched is not null')) === FLEET.runners, {
    timeout: 60_000,
  });
  await addUnmatched(fleet);
  const before = processorTimes(stack);
  let launched = 0;
  const launch = async (): Promise<void> => {
    while (launched++ < TASKS) {
      await client.create(`/project/${project.id}/tasks`, { template_id: templateId });
    }
  };
  await Promise.all(Array.from({ length: PEOPLE }, launch));
  await eventually(async () => (await count(fleet, `task where status = 'success'`)) === TASKS, {
    timeout: 120_000,
    interval: 200,
  });
  const cost = processorCost(before, processorTimes(stack), TASKS);
  const { rows } = await database.query<{ seconds: number }>(
    `select extract(epoch from max(started) - min(started))::float8 as seconds from task where status = 'success'`,
  );
  return { perSecond: TASKS / (rows[0]?.seconds ?? Number.NaN), cost };
}

/** They have the reason already that the dispatcher finds, or it would write that of each while the starts are counted. */
async function addUnmatched({ database, project, templateId }: FleetStack): Promise<void> {
  await database.query(
    `insert into task (project_id, template_id, status, waiting_reason, tag, app)
       select $1, $2, 'waiting', 'no_matching_tag', 'nobody-' || i % $3::int, 'bash' from generate_series(1, $4::int) i`,
    [project.id, templateId, TAGS, UNMATCHED],
  );
  await database.query('analyze task');
}

async function count({ database }: FleetStack, what: string): Promise<number> {
  const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from ${what}`);
  return rows[0]?.n ?? 0;
}
