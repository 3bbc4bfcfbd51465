import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';

/** Pixels of a picture on the sheet. */
const WIDTH = { wide: 720, narrow: 260 } as const;

/**
 * Puts the pictures of a screen side by side, so that a person can compare all languages.
 * @param kind beginning of the names of the pictures; `sheet-` and this is the name of the sheet
 */
export async function contactSheet(browser: Browser, directory: string, kind: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.startsWith(`${kind}-`)).sort();
  const width = kind.endsWith('390') ? WIDTH.narrow : WIDTH.wide;
  const figures = await Promise.all(
    names.map(async (name) => {
      const data = await readFile(join(directory, name), 'base64');
      return `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${data}" width="${width}"></figure>`;
    }),
  );
  const page = await browser.newPage({ viewport: { width: 2 * WIDTH.wide + 60, height: 800 } });
  const style =
    'body{margin:8px;font:14px sans-serif}figure{display:inline-block;margin:4px}img{border:1px solid #888}';
  await page.setContent(`<style>${style}</style>${figures.join('')}`);
  await writeFile(join(directory, `sheet-${kind}.png`), await page.screenshot({ fullPage: true }));
  await page.close();
}
