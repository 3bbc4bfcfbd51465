import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { openWays, SETTINGS } from '../testing/leak-programs.js';

const pages = ['THREAT-MODEL.md', 'apps/docs/pages/administration/security.md'];
const LEAK = /^\| [^|]*\(`([a-z-]+)`\) *\|(.*)\|$/;

/** Rows of the table of a page: what the cells say of each leak, in the order of the settings. */
function tableOf(page: string): Record<string, string[]> {
  const text = readFileSync(fileURLToPath(new URL(`../../../../${page}`, import.meta.url)), 'utf8');
  const rows = text.split('\n').flatMap((line) => LEAK.exec(line) ?? []);
  return Object.fromEntries(
    rows.flatMap((_, i): [string, string[]][] =>
      i % 3 === 0 ? [[rows[i + 1] ?? '', (rows[i + 2] ?? '').split('|').map((cell) => cell.trim())]] : [],
    ),
  );
}

describe('the tables of what tasks find', () => {
  const leaks = [...new Set(SETTINGS.flatMap((setting) => Object.values(openWays(setting)).flat()))].sort();
  const saidOf = (leak: string): string[] =>
    SETTINGS.map((setting) => {
      const { beside, later } = openWays(setting);
      const times = [...(beside.includes(leak) ? ['beside'] : []), ...(later.includes(leak) ? ['later'] : [])];
      return times.join(', ') || '–';
    });

  it.each(pages)('should say in %s what the programs find in each setting', (page) => {
    const { inspector, ...table } = tableOf(page);
    expect(table).toEqual(Object.fromEntries(leaks.map((leak) => [leak, saidOf(leak)])));
    expect(inspector).toEqual(SETTINGS.map(() => '–'));
  });
});
