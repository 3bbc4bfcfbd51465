import { cpus, totalmem } from 'node:os';

/** One line of the table. `met` is undefined where the figure has no target. */
export interface Row {
  what: string;
  measured: string;
  target: string;
  met?: boolean;
}

/** Prints the machine and the table, as Markdown, so that it can stand in the page of benchmarks as it is. */
export function printReport(rows: readonly Row[]): void {
  const cpu = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  console.log(`\nMachine: ${cpu.length} × ${cpu[0]?.model ?? 'unknown CPU'}, ${memory} GiB, Node ${process.version}`);
  console.log('Everything (PostgreSQL, api, dispatcher, runner, client) shares these cores, over loopback.\n');
  console.log('| What | Measured | Target | |\n| --- | --- | --- | --- |');
  for (const { what, measured, target, met } of rows) {
    console.log(`| ${what} | ${measured} | ${target} | ${met === undefined ? '' : met ? 'met' : '**missed**'} |`);
  }
}
