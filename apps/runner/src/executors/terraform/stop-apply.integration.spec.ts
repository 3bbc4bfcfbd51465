import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from '@jest/globals';
import type { Job, JobPlanning } from '@switchyard/contracts';
import { eventually, installSlowProvider, type SlowThing } from '@switchyard/testing';
import { makeRepository } from '../../testing/git-repository.js';
import { commandLinesWith } from '../../testing/live-processes.js';
import {
  EXAMPLE_PLANNING,
  exampleJob,
  makeTestArea,
  recordAttempt,
  type RecordedAttempt,
} from '../../testing/recorded-attempt.js';
import { execute } from '../execute.js';
import { describeWithTerraform } from '../../testing/describe-with-terraform.js';

const area = makeTestArea();
afterAll(() => area.remove());
const provider = installSlowProvider(area.dir);

const PLANNING: JobPlanning = { ...EXAMPLE_PLANNING, auto_approve: true };

interface Applying extends RecordedAttempt {
  ended: ReturnType<typeof execute>;
  /** Its state as a text, `''` before it is written. */
  state(): string;
}

/** An apply whose one resource is being made. */
async function applying(thing: SlowThing, part: Partial<Job> = {}): Promise<Applying> {
  const state = area.path(`${thing.journal}.tfstate`);
  const backend = `terraform {\n  backend "local" {\n    path = "${state}"\n  }\n}\n`;
  const files = { 'backend.tf': backend, 'main.tf': provider.configuration(thing) };
  const url = `file://${makeRepository(area.path(thing.journal), files)}`;
  const job = exampleJob(url, { app: 'terraform', playbook: '', planning: PLANNING, env: provider.env, ...part });
  const attempt = recordAttempt(area, job);
  const ended = execute(attempt.context);
  await eventually(() => provider.journal(thing.journal).includes('create begins'));
  return { ...attempt, ended, state: () => readFileSync(state, 'utf8') };
}

const stopLines = ({ system }: RecordedAttempt): string[] => system.filter((line) => line.startsWith('Asked '));

describeWithTerraform('an apply that is stopped', () => {
  it('should have what was being made in the state, as its provider returned it', async () => {
    const attempt = await applying({ journal: 'cancelled', seconds: 600 });
    attempt.abort('stop');
    expect(await attempt.ended).toMatchObject({ outcome: 'stopped', exitCode: 1 });
    expect(provider.journal('cancelled')).toEqual(['create begins', 'cancelled']);
    expect(attempt.state()).toContain('"tainted"');
    expect(stopLines(attempt)).toEqual([
      expect.stringMatching(/^Asked terraform to stop; it has until \d\d:\d\d:\d\d UTC \(300 s\)\./),
    ]);
  });

  it('should wait for a provider that makes it whole', async () => {
    const attempt = await applying({ journal: 'whole', seconds: 2, ignoresStop: true });
    attempt.abort('stop');
    expect(await attempt.ended).toMatchObject({ outcome: 'stopped', exitCode: 1 });
    expect(provider.journal('whole')).toEqual(['create begins', 'create done']);
    expect(attempt.state()).toContain('slow_thing');
    expect(attempt.state()).not.toContain('"tainted"');
  });

  it('should be killed when the grace of its template is over', async () => {
    const attempt = await applying({ journal: 'deaf', seconds: 600, ignoresStop: true }, { stop_grace_seconds: 1 });
    attempt.abort('stop');
    expect(await attempt.ended).toMatchObject({ outcome: 'stopped', exitCode: null });
    expect(provider.journal('deaf')).toEqual(['create begins']);
    expect(attempt.output()).toContain('Interrupt received');
    expect(attempt.system).toContain(
      'terraform did not end in time and is killed; what it was creating may be missing from its state',
    );
    expect(commandLinesWith(attempt.context.dir)).toEqual([]);
  });

  it('should be killed at once by force, also while it has time', async () => {
    const attempt = await applying({ journal: 'forced', seconds: 600, ignoresStop: true });
    attempt.abort('stop');
    await attempt.printed('Interrupt received');
    attempt.abort('kill');
    expect(await attempt.ended).toMatchObject({ outcome: 'stopped', exitCode: null });
    expect(provider.journal('forced')).toEqual(['create begins']);
  });
});
