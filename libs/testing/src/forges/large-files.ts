import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where the files lie: beside the forge, which gives addresses that need no login, as those of GitHub do. */
const STORAGE = '/storage/';

/** Store of Git LFS at a forge (docs/api/batch.md of git-lfs: batch API, basic transfer). */
export class LargeFiles {
  private readonly files = new Map<string, string>();
  /** Values of the `authorization` header that the storage has got; `''` = none. */
  readonly authorizations = new Set<string>();

  /** Keeps a file. @returns its pointer (git-lfs-pointer(5)) */
  add(content: string): string {
    const oid = createHash('sha256').update(content).digest('hex');
    this.files.set(oid, content);
    return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${Buffer.byteLength(content)}\n`;
  }

  /** @returns whether the request was one for a stored file */
  answerStored({ url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
    if (!url.startsWith(STORAGE)) {
      return false;
    }
    this.authorizations.add(headers.authorization ?? '');
    const content = this.files.get(url.slice(STORAGE.length));
    response.writeHead(content === undefined ? 404 : 200).end(content);
    return true;
  }

  /** @returns whether the request, of somebody who may read the repository, was one for addresses of files */
  answerBatch(request: IncomingMessage, origin: string, response: ServerResponse): boolean {
    if (!request.url?.endsWith('/info/lfs/objects/batch')) {
      return false;
    }
    void request.toArray().then((parts) => {
      const { objects } = JSON.parse(Buffer.concat(parts).toString()) as { objects: { oid: string; size: number }[] };
      const found = objects.map((each) => ({
        ...each,
        actions: { download: { href: `${origin}${STORAGE}${each.oid}` } },
      }));
      response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
      response.end(JSON.stringify({ transfer: 'basic', objects: found }));
    });
    return true;
  }
}
