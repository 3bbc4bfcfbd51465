import { own } from '@switchyard/contracts';
import type { Terminal } from '../terminal.js';

const EVERY_MS = 3_000;

/** Lines about how far a long command is, one in a few seconds. */
export class Progress {
  private bytes = 0;
  private next = performance.now() + EVERY_MS;

  constructor(
    private readonly terminal: Terminal,
    private readonly doing: string,
  ) {}

  /** @param what is worked on */
  add(bytes: number, what: string): void {
    this.bytes += bytes;
    if (performance.now() >= this.next) {
      this.next = performance.now() + EVERY_MS;
      this.terminal.complain(`${this.doing}: ${sizeOf(this.bytes)}, now ${what}`);
    }
  }
}

/** A size as people read it. */
export function sizeOf(bytes: number): string {
  const [unit, factor] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  return `${(bytes / Number(factor)).toFixed(1)} ${unit}`;
}

const SHOWN = ['user', 'project', 'template', 'task', 'runner'] as const;

/** Contents of a backup, in one line. */
export function contentOf({ tables, blobs }: { tables: Readonly<Record<string, number>>; blobs: number }): string {
  const counts = SHOWN.map((table) => `${count(own(tables, table) ?? 0)} ${table}s`);
  const rows = Object.values(tables).reduce((sum, each) => sum + each, 0);
  return `${counts.join(', ')}; ${count(rows)} rows and ${count(blobs)} blobs in all`;
}

const count = (value: number): string => value.toLocaleString('en');
