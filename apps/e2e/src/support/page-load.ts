import type { Page } from 'playwright-core';

/** Files that came over the wire for a page without a cache. */
export interface PageLoad {
  /** Bytes by kind of resource, headers included. */
  bytes: ReadonlyMap<string, number>;
  requests: number;
  /** Paths of the scripts among them. */
  scripts: string[];
}

/**
 * Counts all that is sent until nothing is requested any more.
 * @param open goes to the page, and waits for what is measured besides
 */
export async function loadOf(page: Page, open: () => Promise<unknown>): Promise<PageLoad> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  const scripts: string[] = [];
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type);
    if (type === 'Script') {
      scripts.push(new URL(response.url).pathname);
    }
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other';
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  await open();
  await page.waitForLoadState('networkidle');
  await devtools.detach();
  return { bytes, requests: kinds.size, scripts };
}

/** Of these kinds, in kB. */
export const kilobytes = ({ bytes }: PageLoad, ...kinds: string[]): number =>
  kinds.reduce((sum, kind) => sum + (bytes.get(kind) ?? 0), 0) / 1000;
