import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_CHUNK_BYTES, MAX_LOG_REQUEST_PLAIN_BYTES } from '@switchyard/contracts';
import { type LogSource, nextChunks } from './log-frame-builder.js';
import { Spool } from './spool.js';

describe(nextChunks.name, () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'frames-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const source = (attempt: number, block: Buffer): LogSource => {
    const spool = new Spool(path.join(root, String(attempt)));
    spool.append(0, block, 1, 1);
    return { attempt, lease: '0f8fad5b-d9cb-469f-a165-70867728950e', spool };
  };
  const noBroken = (): void => {
    throw new Error('none is broken');
  };

  it('should not fill a request with more than the control plane unpacks, however well it is compressed', () => {
    const block = Buffer.concat([Buffer.alloc(MAX_CHUNK_BYTES - 1, 120), Buffer.from('\n')]);
    const most = MAX_LOG_REQUEST_PLAIN_BYTES / MAX_CHUNK_BYTES;
    const sources = Array.from({ length: most + 5 }, (_, i) => source(i + 1, block));
    expect(nextChunks(sources, noBroken)).toHaveLength(most);
  });

  it('should go on without a source that cannot be read, and name it', () => {
    const sources = [1, 2, 3].map((attempt) => source(attempt, Buffer.from('line\n')));
    truncateSync(path.join(root, '2', 'lines'), 1);
    const broken: [number, string][] = [];
    const chunks = nextChunks(sources, ({ attempt }, error) => void broken.push([attempt, String(error)]));
    expect(chunks.map(({ head }) => head.attempt)).toEqual([1, 3]);
    expect(broken).toEqual([[2, expect.stringContaining('shorter')]]);
  });
});
