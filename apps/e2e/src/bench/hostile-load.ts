import { Siege } from '../hostile/siege.js';
import type { Row } from './report.js';

const SECONDS = 40;
const TARGET_MS = 500;
const TARGET_MB = 600;

/** Times of twenty users, and the work of the api, while a guest and a stranger send what costs most. */
export async function measureHostileLoad(): Promise<Row[]> {
  const siege = await Siege.open();
  try {
    const { seen, p95, peakMb } = await siege.run(SECONDS);
    return [
      {
        what: `20 users beside a hostile guest and a stranger: a request (n = ${seen.times.length}), memory of the api`,
        measured: `p95 ${p95.toFixed(0)} ms, ${seen.failures.length} failed; up to ${peakMb.toFixed(0)} MB`,
        target: `p95 ≤ ${TARGET_MS} ms, none failed; ≤ ${TARGET_MB} MB`,
        met: p95 <= TARGET_MS && seen.failures.length === 0 && peakMb <= TARGET_MB,
      },
    ];
  } finally {
    await siege.close();
  }
}
