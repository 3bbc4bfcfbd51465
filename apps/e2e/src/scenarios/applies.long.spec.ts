import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { faultsOfApplied } from '../chaos/check/applied.js';
import { FaultPlan } from '../chaos/faults/fault-plan.js';
import { controlPlaneFaults, realRunnerFaults } from '../chaos/faults/process-faults.js';
import { storeFaults } from '../chaos/faults/store-faults.js';
import { Random } from '../chaos/random.js';
import { Appliers } from '../chaos/world/appliers.js';
import { TestStack } from '../support/stack.js';
import { describeWithTerraform } from '../support/terraform.js';

const SEED = 20_261;
const WORKSPACES = 8;
const APPLIES_EACH = 25;
/** Longer than a lease, so that some are lost. */
const AWAY = { least: 1, most: 70 };
/** Most of the time an api answers, so that applies come to their end. */
const PACE = { pauseMs: { least: 3_000, most: 12_000 }, atOnce: 2 };
/** Of all applies, on a busy machine. */
const LONGEST_MS = 45 * 60_000;

describeWithTerraform('200 applies with kills at random moments', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await TestStack.start({ apis: 2, dispatchers: 2, runners: 2, durable: true, separated: true });
  });
  afterAll(() => stack.close());

  it(
    'should lose nothing and make nothing twice',
    async () => {
      const random = new Random(SEED);
      const client = await stack.admin();
      const appliers = await Appliers.create({ client, workspaces: WORKSPACES, random: random.fork() });
      const faults = new FaultPlan(
        [...controlPlaneFaults({ stack }), ...realRunnerFaults({ stack }, AWAY), ...storeFaults({ stack })],
        random.fork(),
        () => undefined,
        PACE,
      );
      const over = new AbortController();
      const played = faults.run(over.signal);
      await appliers.run(new AbortController().signal, APPLIES_EACH);
      over.abort();
      await played;
      const applied = await appliers.applied();
      const made = applied.reduce((sum, { journals }) => sum + journals.size, 0);
      process.stdout.write(
        `figure: applies ${JSON.stringify(appliers.counts)}, ${made} things, ${JSON.stringify(faults.counts)}\n`,
      );
      expect(applied.flatMap(faultsOfApplied)).toEqual([]);
      expect(Object.values(appliers.counts).reduce((sum, n) => sum + n, 0)).toBe(WORKSPACES * APPLIES_EACH);
      expect(made).toBeGreaterThan(WORKSPACES * APPLIES_EACH * 0.5);
      await appliers.remove();
    },
    LONGEST_MS,
  );
});
