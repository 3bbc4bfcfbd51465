import { setTimeout as pause } from 'node:timers/promises';
import type { Part } from '../support/part.js';
import type { BenchStack } from './bench-stack.js';
import { processorSeconds } from './processor-time.js';
import type { Row } from './report.js';
import { spread } from './statistics.js';

const SAMPLES = 7;
const POLL_MS = 5;

/** Start of each server program on a database that is set up, until it serves. */
export async function measureProgramStart({ stack }: BenchStack): Promise<Row[]> {
  const [api, dispatcher] = [stack.apis[0], stack.dispatchers[0]];
  const answers = (): Promise<boolean> =>
    fetch(`${stack.address}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  const dispatches = (starts: number) => (): Promise<boolean> =>
    Promise.resolve((dispatcher?.output().split('"msg":"Dispatching"').length ?? 0) > starts);
  const rows: Row[] = [];
  if (api && dispatcher) {
    rows.push(await rowOf('api until it answers', api, () => answers));
    rows.push(await rowOf('dispatcher until it dispatches', dispatcher, (starts) => dispatches(starts)));
  }
  return rows;
}

/** @param readiness of the start of that number */
async function rowOf(what: string, part: Part, readiness: (start: number) => () => Promise<boolean>): Promise<Row> {
  const [seconds, processor]: [number[], number[]] = [[], []];
  for (let i = 1; i <= SAMPLES; i++) {
    await part.stop();
    const ready = readiness(i + 1);
    const from = performance.now();
    part.start();
    while (!(await ready())) {
      await pause(POLL_MS);
    }
    seconds.push((performance.now() - from) / 1000);
    processor.push(processorSeconds(part.pid));
  }
  return {
    what: `start: ${what} (n = ${SAMPLES})`,
    measured: `${spread(seconds, 1)} s, of the processor ${spread(processor, 1)} s`,
    target: '',
  };
}
