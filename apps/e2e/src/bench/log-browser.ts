import type { CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { runTask } from '../support/project.js';
import { type BenchStack, startBenchStack } from './bench-stack.js';
import type { Row } from './report.js';
import { spread } from './statistics.js';
import { untilShown } from './until-shown.js';

const LINES = 1_000_000;
const ROUNDS = 5;
const PACE = { lines: 5_000, seconds: 10 } as const;
const TARGET = { openMs: 1_000, findMs: 500, heapMb: 60 } as const;

/** A log of a million lines in a browser: opening it at its end, finding a word, memory, and following one that grows fast. */
export async function measureLogBrowser(): Promise<Row[]> {
  const bench = await startBenchStack();
  const browser = await openBrowser({ measured: true });
  try {
    const task = await runTask(bench.client, bench.project, await bench.template('flood.sh', [String(LINES)]));
    await bench.client.untilEnded(bench.project.id, task, 200_000);
    const page = await browser.newPage({ baseURL: bench.stack.address, viewport: { width: 1440, height: 900 } });
    await signIn(page);
    const devtools = await page.context().newCDPSession(page);
    const [opened, found] = [[], []] as [number[], number[]];
    for (let round = 0; round < ROUNDS; round++) {
      opened.push(await open(page, bench.project.id, task));
      found.push(await find(page, `item ${String(100_000 * (round + 1)).padStart(8, '0')} of`));
    }
    const heap = await heapMb(devtools);
    return [
      time('open at its end, with the page, warm cache', opened, TARGET.openMs),
      time('find a line in its text', found, TARGET.findMs),
      {
        what: 'such a log: heap',
        measured: `${heap.toFixed(0)} MB`,
        target: `≤ ${TARGET.heapMb} MB`,
        met: heap <= TARGET.heapMb,
      },
      await follow(bench, page),
    ];
  } finally {
    await browser.close();
    await bench.close();
  }
}

const time = (what: string, times: readonly number[], target: number): Row => ({
  what: `log of ${LINES.toLocaleString('en-US')} lines in the browser: ${what} (n = ${times.length})`,
  measured: `${spread(times)} ms`,
  target: `≤ ${target} ms`,
  met: Math.max(...times) <= target,
});

async function open(page: Page, projectId: number, task: number): Promise<number> {
  await page.goto('about:blank');
  const begun = performance.now();
  await page.goto(`/project/${projectId}/history?t=${task}`, { waitUntil: 'commit' });
  await untilShown(page, { selector: '[role="log"] [data-line]', text: `item ${String(LINES).padStart(8, '0')} of` });
  return performance.now() - begun;
}

/** From the word to its hit on screen. */
async function find(page: Page, word: string): Promise<number> {
  await page.getByRole('log').press('Control+f');
  const field = page.getByPlaceholder('Find in the log');
  await field.waitFor();
  const begun = performance.now();
  await field.fill(word);
  await untilShown(page, { selector: '[role="log"] mark', text: word });
  return performance.now() - begun;
}

async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
}

/** Looks in each frame for a row with text at five heights of the lines, while the log grows. */
async function follow({ client, project, template }: BenchStack, page: Page): Promise<Row> {
  const id = await template('paced.sh', [String(PACE.lines), String(PACE.seconds)]);
  const task = await runTask(client, project, id);
  await page.goto(`/project/${project.id}/history?t=${task}`);
  await page
    .getByRole('log')
    .getByText(/ line [2-4]\d{4} /)
    .first()
    .waitFor({ timeout: 60_000 });
  const { frames, blank } = await page.evaluate(async () => {
    const log = document.querySelector('[role="log"]') ?? document.body;
    const box = log.getBoundingClientRect();
    const isRow = (share: number): boolean => {
      const hit = document.elementFromPoint(box.left + 200, box.top + box.height * share);
      return (hit?.closest('[data-line]')?.textContent ?? '') !== '';
    };
    const counts = { frames: 0, blank: 0 };
    for (const end = performance.now() + 3_000; performance.now() < end;) {
      await new Promise(requestAnimationFrame);
      counts.frames += 1;
      counts.blank += [0.1, 0.3, 0.5, 0.7, 0.9].every(isRow) ? 0 : 1;
    }
    return counts;
  });
  await client.untilEnded(project.id, task, 60_000);
  return {
    what: `frames without lines while ${PACE.lines.toLocaleString('en-US')} lines/s come in`,
    measured: `${blank} of ${frames} in 3 s`,
    target: '0',
    met: blank === 0 && frames > 0,
  };
}
