import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { Locator } from 'playwright-core';
import { root } from './part.js';

/** Texts that differ from run to run. */
const CHANGING: readonly [RegExp, string][] = [
  [/(http:\/\/)?127\.0\.0\.1:\d+/g, '<host>'],
  [/\/project\/\d+/g, '/project/<id>'],
  [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '<uuid>'],
  [/\b\d{1,2}:\d{2}(:\d{2})?( [AP]M)?/g, '<time>'],
  [/\b(?:\d+[hms](?: \d+[hms])*|\d+ (?:second|minute|hour)s?)(?: ago)?\b/g, '<duration>'],
  [/\b(?:just now|now)\b/g, '<duration>'],
  [
    /\b(?:(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}(?:, \d{4})?/g,
    '<day>',
  ],
];

/**
 * Waits until a screen reader reads there what the file of that name in `apps/e2e/src/scenarios/trees` has: parts of a page come when their
 * data has. `UPDATE_TREES=1` writes the file: read it as its listener would before it is committed.
 */
export async function expectTree(name: string, place: Locator): Promise<void> {
  const file = join(root, 'apps/e2e/src/scenarios/trees', `${name}.txt`);
  if (process.env.UPDATE_TREES) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await treeOf(place));
  }
  const wanted = await readFile(file, 'utf8');
  await eventually(async () => expect({ name, tree: await treeOf(place) }).toEqual({ name, tree: wanted }), {
    timeout: 10_000,
    interval: 100,
  });
}

async function treeOf(place: Locator): Promise<string> {
  const snapshot = await place.ariaSnapshot();
  return `${CHANGING.reduce((text, [pattern, word]) => text.replace(pattern, word), snapshot)}\n`;
}
