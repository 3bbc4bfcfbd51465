import { isSameProcess } from '../process/process-info.js';
import { waitUntil } from '../process/wait-until.js';
import { readStackRecord, StackRecord } from './stack-record.js';

/** A supervisor whose npm was killed knows it, and records it, within this time. */
const noticeMs = 1_000;

/**
 * Takes the data directory, after a supervisor that is stopping has left it.
 * @throws StartError when a running supervisor holds it, or the stopping one is not gone after `patienceMs`
 */
export async function claimWhenLeft(dataDir: string, patienceMs: number): Promise<StackRecord> {
  const holder = () => {
    const record = readStackRecord(dataDir);
    return record && isSameProcess(record.supervisor) ? record : undefined;
  };
  await waitUntil(() => holder()?.stopping ?? true, noticeMs);
  await waitUntil(() => !holder()?.stopping, patienceMs);
  return StackRecord.claim(dataDir);
}
