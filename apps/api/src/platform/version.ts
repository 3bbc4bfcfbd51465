import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ownFile } from '../own-file.js';

const manifest: unknown = JSON.parse(readFileSync(ownFile('../package.json'), 'utf8'));

/** Version of this app, which is the version of the product. */
export const VERSION = z.object({ version: z.string() }).parse(manifest).version;
