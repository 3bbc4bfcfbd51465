import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { buildStamp, docsStamp } from '../../bootstrap/build-stamp.mjs';

describe('buildStamp', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'switchyard-stamp-'));
    ['.swcrc', 'nx.json', 'package.json', 'pnpm-lock.yaml', 'tsconfig.base.json'].forEach((file) => write(file, '{}'));
    [
      'apps/api/src/main.ts',
      'apps/docs/pages/index.md',
      'libs/a/src/index.ts',
      'tools/bundle/bundle.mjs',
      'tools/stack/src/main.ts',
    ].forEach((file) => write(file, '1'));
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function write(file: string, content: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }

  it('should stay the same when nothing changed', () => {
    expect(buildStamp(root)).toBe(buildStamp(root));
    expect(docsStamp(root)).toBe(docsStamp(root));
  });

  it.each(['apps/docs/pages/start.md', 'apps/docs/dist/site/index.html', 'tools/adr/0001.md'])(
    'should change for the documentation alone when %s is written',
    (file) => {
      const [programs, docs] = [buildStamp(root), docsStamp(root)];
      write(file, 'changed');
      expect([buildStamp(root) === programs, docsStamp(root) === docs]).toEqual([true, false]);
    },
  );

  it.each(['apps/api/src/main.ts', 'apps/api/src/new.ts', 'libs/a/dist/index.js', 'pnpm-lock.yaml'])(
    'should change when %s is written',
    (file) => {
      const before = buildStamp(root);
      write(file, 'changed');
      expect(buildStamp(root)).not.toBe(before);
    },
  );

  it('should change when an output is removed', () => {
    write('apps/api/dist/main.js', '1');
    const before = buildStamp(root);
    rmSync(join(root, 'apps/api/dist'), { recursive: true });
    expect(buildStamp(root)).not.toBe(before);
  });

  it.each(['apps/api/src/main.spec.ts', 'apps/api/test-results/unit.json', 'apps/api/node_modules/x/index.js'])(
    'should ignore %s, which no build reads',
    (file) => {
      const before = buildStamp(root);
      write(file, 'changed');
      expect(buildStamp(root)).toBe(before);
    },
  );
});
