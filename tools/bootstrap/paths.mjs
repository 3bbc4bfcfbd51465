import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../..');

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

export const pnpmVersion = manifest.packageManager.replace(/^pnpm@/, '').split('+')[0];

/** Where the pinned pnpm is kept: nothing is installed outside the checkout. */
export const pnpmHome = path.join(root, '.tools', `pnpm-${pnpmVersion}`);

const programs = [path.join(pnpmHome, 'node_modules/.bin'), path.join(root, 'node_modules/.bin')];

/** For child processes: the pinned pnpm and the workspace's programs come first, and Nx stays by itself. */
export const environment = {
  ...process.env,
  PATH: [...programs, process.env.PATH].join(path.delimiter),
  NX_NO_CLOUD: 'true',
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  CI: process.env.CI ?? 'true',
};
