import { statfs } from 'node:fs/promises';
import { type Found, ok, warning } from './finding.js';

const GIB = 1_073_741_824;
/** Share and bytes below which a disk counts as full. */
const LITTLE = { share: 0.05, bytes: GIB } as const;

/** Room on the disk of the data directory. */
export async function diskFindings(directory: string): Promise<Found[]> {
  const { bsize, blocks, bavail } = await statfs(directory);
  return [roomFinding(directory, bavail * bsize, blocks * bsize)];
}

export function roomFinding(directory: string, free: number, size: number): Found {
  const judge = free < LITTLE.bytes || free < size * LITTLE.share ? warning : ok;
  return judge('disk_room', { free: (free / GIB).toFixed(1), directory });
}
