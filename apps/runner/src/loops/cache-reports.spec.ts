import { describe, expect, it } from '@jest/globals';
import { type CachesRequest, MAX_REPORTED_CACHES, type MeasuredCaches } from '@switchyard/contracts';
import { GatewayError } from '../gateway/gateway-errors.js';
import { createRunnerLog } from '../runner-log.js';
import { cachesReport, type SizedCache } from '../attempt/cache-sizes.js';
import { CacheReports } from './cache-reports.js';

const of = (total: number): MeasuredCaches => ({ limit: 0, total, caches: [] });

function startReports(answer: () => Promise<void> = () => Promise.resolve(), now = () => 0) {
  const sent: number[] = [];
  const times: (string | undefined)[] = [];
  const lines: string[] = [];
  const gateway = { caches: (report: CachesRequest) => (sent.push(report.total), times.push(report.time), answer()) };
  return {
    sent,
    times,
    lines,
    reports: new CacheReports(
      gateway,
      createRunnerLog((line) => lines.push(line)),
      now,
    ),
  };
}

describe(CacheReports.name, () => {
  it('should send what differs from the last report, and all of it after a clearing', async () => {
    const { sent, reports } = startReports();
    await reports.send();
    for (const total of [1, 1, 2]) {
      reports.keep(of(total));
      await reports.send();
    }
    expect(sent).toEqual([1, 2]);
    await reports.send(true);
    expect(sent).toEqual([1, 2, 2]);
  });

  it('should send the same again after ten minutes, with its time, so that the clocks are compared', async () => {
    let now = 0;
    const { sent, times, reports } = startReports(undefined, () => now);
    reports.keep(of(1));
    for (now of [0, 599_000, 600_000]) {
      await reports.send();
    }
    expect([sent, times.map((time) => Math.abs(Date.parse(time ?? '') - Date.now()) < 60_000)]).toEqual([
      [1, 1],
      [true, true],
    ]);
  });

  it('should send again what did not arrive', async () => {
    const { sent, lines, reports } = startReports(() => Promise.reject(new Error('no connection')));
    reports.keep(of(1));
    await reports.send();
    await reports.send();
    expect([sent, lines.length]).toEqual([[1, 1], 2]);
  });

  it('should leave an older control plane in peace', async () => {
    const { sent, lines, reports } = startReports(() => Promise.reject(new GatewayError(404, null, 'caches')));
    reports.keep(of(1));
    await reports.send();
    await reports.send();
    expect([sent, lines]).toEqual([[1], []]);
  });
});

describe(cachesReport.name, () => {
  it('should list the largest of very many, and count all of them', () => {
    const used = new Date(0);
    const caches = Array.from({ length: 1_000 }, (_, at): SizedCache => ({ project: at, dir: '', used, size: at }));
    const report = cachesReport(caches, 5);
    expect(report.caches).toHaveLength(MAX_REPORTED_CACHES);
    expect(report.caches[0]).toEqual({ project: 999, bytes: 999, used: '1970-01-01T00:00:00.000Z' });
    expect(report.total).toBe(499_500);
  });
});
