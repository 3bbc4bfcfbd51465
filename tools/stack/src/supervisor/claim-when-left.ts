import { waitUntil } from '@switchyard/concurrency';
import { isSameProcess } from '../process/process-info.js';
import { readStackRecord, StackRecord } from './stack-record.js';

/** A supervisor whose npm was killed knows it, and records it, within this time. */
const noticeMs = 1_000;

/**
 * Takes the data directory, after a supervisor that is stopping has left it.
 * @param report takes a line when it has to wait
 * @throws StartError when a running supervisor holds it, or the stopping one is not gone after `patienceMs`
 */
export async function claimWhenLeft(
  dataDir: string,
  patienceMs: number,
  report: (line: string) => void,
): Promise<StackRecord> {
  const holder = () => {
    const record = readStackRecord(dataDir);
    return record && isSameProcess(record.supervisor) ? record : undefined;
  };
  await waitUntil(() => holder()?.stopping ?? true, noticeMs);
  if (holder()?.stopping) {
    report('Waiting for an earlier start to stop');
  }
  await waitUntil(() => !holder()?.stopping, patienceMs);
  return StackRecord.claim(dataDir);
}
