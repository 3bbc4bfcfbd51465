import { execFile } from 'node:child_process';
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { root } from './part.js';

const run = promisify(execFile);
const DIRECTORY = join(root, '.tools/fonts');
const PACKAGE = 'fonts-noto-cjk';

/**
 * Gives browsers that start after it the fonts of Chinese, Japanese and Korean that desktops have: Debian's Noto, fetched
 * once, in a directory of its own, so that no program beside this one sees them.
 */
export async function provideCjkFonts(): Promise<void> {
  const configuration = join(DIRECTORY, 'fonts.conf');
  const isThere = await access(configuration).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await mkdir(DIRECTORY, { recursive: true });
    await run('apt-get', ['download', PACKAGE], { cwd: DIRECTORY });
    const file = (await readdir(DIRECTORY)).find((name) => name.startsWith(PACKAGE)) ?? '';
    await run('dpkg-deb', ['--extract', file, '.'], { cwd: DIRECTORY });
    await rm(join(DIRECTORY, file));
    const text = `<fontconfig><include>/etc/fonts/fonts.conf</include><dir>${DIRECTORY}/usr/share/fonts</dir></fontconfig>`;
    await writeFile(configuration, text);
  }
  process.env.FONTCONFIG_FILE = configuration;
}

/** Names of the fonts that draw the texts of the first element with the selector. */
export async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root: document } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: document.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName).sort();
}
