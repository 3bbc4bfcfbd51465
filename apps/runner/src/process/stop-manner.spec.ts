import { describe, expect, it } from '@jest/globals';
import type { JobPlanning } from '@switchyard/contracts';
import { exampleJob } from '../testing/recorded-attempt.js';
import { askedToStop, longestStopMs, stopManner } from './stop-manner.js';

const planning: JobPlanning = {
  workspace: '',
  module_key: { type: 'none' },
  backend_filename: null,
  state: null,
  confirmed_plan: null,
  plan_only: false,
  destroy: false,
  auto_approve: true,
  upgrade: false,
  reconfigure: false,
  stages: { init: [], plan: [], apply: [] },
};
const jobOf = (app: string, stop_grace_seconds?: number | null) =>
  exampleJob('/nowhere', {
    app,
    stop_grace_seconds,
    planning: /^(terra|tofu|pulumi)/.test(app) ? planning : null,
  });

describe(stopManner.name, () => {
  it.each([
    ['terraform', 'SIGINT', null],
    ['tofu', 'SIGINT', null],
    ['pulumi', 'SIGINT', null],
    ['ansible', 'SIGINT', 1_000],
    ['bash', 'SIGTERM', 1_000],
    ['python', 'SIGTERM', 1_000],
    ['an-app-of-ours', 'SIGTERM', 1_000],
  ])('should ask %s by %s', (app, signal, childrenAfterMs) => {
    expect(stopManner(jobOf(app))).toMatchObject({ signal, childrenAfterMs });
  });

  it('should ask terragrunt alone in a change, and its terraform too where it has seconds', () => {
    expect(stopManner(jobOf('terragrunt'), 'change')).toMatchObject({ signal: 'SIGINT', childrenAfterMs: null });
    expect(stopManner(jobOf('terragrunt'))).toMatchObject({ signal: 'SIGINT', childrenAfterMs: 1_600 });
  });

  it('should give a change minutes, or what its template gives, and all else seconds', () => {
    const graces = (app: string, seconds?: number | null) =>
      (['change', 'other'] as const).map((step) => stopManner(jobOf(app, seconds), step).graceMs);
    expect(graces('terraform')).toEqual([300_000, 8_000]);
    expect(graces('terraform', null)).toEqual([300_000, 8_000]);
    expect(graces('pulumi', 900)).toEqual([900_000, 8_000]);
    expect(stopManner(jobOf('bash')).graceMs).toBe(5_000);
    expect(stopManner(jobOf('bash', 30))).toMatchObject({ graceMs: 30_000, childrenAfterMs: 6_000 });
  });
});

describe(longestStopMs.name, () => {
  it('should hold the grace of what the attempt may come to', () => {
    expect(longestStopMs(jobOf('terraform'))).toBeGreaterThan(300_000);
    expect(longestStopMs({ ...jobOf('terraform'), planning: { ...planning, plan_only: true } })).toBeLessThan(15_000);
    expect(longestStopMs(jobOf('bash'))).toBeLessThan(10_000);
  });
});

describe(askedToStop.name, () => {
  it('should name the tool and until when it has time', () => {
    const manner = { signal: 'SIGINT', graceMs: 300_000, childrenAfterMs: null } as const;
    expect(askedToStop('/opt/bin/tofu', manner, Date.parse('2026-01-02T03:04:05.678Z'))).toBe(
      'Asked tofu to stop; it has until 03:09:05 UTC (300 s). Force stop ends it at once',
    );
  });
});
