import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pagePolicy } from '@switchyard/server';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>(?<code>[^]*?)<\/script>/g;

/** The policy of built pages: scripts are own files, and those inside of the pages, which are named by their hashes. */
export async function pagePolicyOf(directory: string, files: ReadonlySet<string>): Promise<string> {
  const pages = [...files].filter((file) => file.endsWith('.html'));
  const hashes = new Set<string>();
  for (const page of pages) {
    const text = await readFile(join(directory, page), 'utf8');
    for (const { groups } of text.matchAll(INLINE_SCRIPT)) {
      hashes.add(
        `'sha256-${createHash('sha256')
          .update(groups?.['code'] ?? '')
          .digest('base64')}'`,
      );
    }
  }
  return pagePolicy([...hashes]);
}
