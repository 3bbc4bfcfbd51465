import { createHash } from 'node:crypto';
import { pagePolicy } from '@switchyard/server';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>(?<code>[^]*?)<\/script>/g;

/**
 * The policy of built pages: scripts are own files, and those inside of the pages, which are named by their hashes.
 * @param contentOf what is sent of a page
 */
export async function pagePolicyOf(
  files: ReadonlySet<string>,
  contentOf: (page: string) => Promise<string>,
): Promise<string> {
  const pages = [...files].filter((file) => file.endsWith('.html'));
  const hashes = new Set<string>();
  for (const page of pages) {
    const text = await contentOf(page);
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
