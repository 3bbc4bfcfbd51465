import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jestLayer } from './jest-layer.mjs';

describe('jestLayer', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'switchyard-layer-'));
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function project(name: string, specs: string[], scripts = ['test', 'test:integration']) {
    const directory = join(root, name);
    specs.forEach((spec) => write(join(directory, 'src', spec), ''));
    return { name, directory, scripts, hasOwnTypes: false };
  }

  function write(file: string, content: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  function writeResult(name: string, result: object, layer = 'unit'): void {
    write(join(root, name, 'test-results', `${layer}.json`), JSON.stringify(result));
  }

  it('should add up what the projects wrote down', async () => {
    const projects = [
      project('a', ['x.spec.ts', 'y.spec.tsx', 'z.integration.spec.ts', 'w.long.spec.ts']),
      project('b', ['x.spec.ts']),
    ];
    const result = await jestLayer('unit', { projects, names: [] }, async () => {
      writeResult('a', { passed: 3, failed: 1, skipped: 1, suites: 2 });
      writeResult('b', { passed: 2, failed: 0, skipped: 0, suites: 1 });
      return { ok: false, output: 'the output' };
    });
    expect(result).toEqual({ passed: 5, failed: 1, skipped: 1, output: 'the output' });
  });

  it('should fail when a project did not run all of its spec files', async () => {
    const projects = [project('a', ['x.spec.ts', 'deep/y.spec.ts'])];
    const result = await jestLayer('unit', { projects, names: [] }, async () => {
      writeResult('a', { passed: 3, failed: 0, skipped: 0, suites: 1 });
      return { ok: true, output: '' };
    });
    expect(result).toMatchObject({ passed: 3, failed: 1 });
    expect(result.output).toContain('a ran 1 of 2 spec files');
  });

  it('should fail when the specs of a project did not run at all', async () => {
    const projects = [project('a', ['x.integration.spec.ts'])];
    const result = await jestLayer('integration', { projects, names: [] }, async () => ({ ok: true, output: '' }));
    expect(result).toMatchObject({ passed: 0, failed: 1 });
    expect(result.output).toContain('a ran 0 of 1 spec files');
  });

  it('should expect no more spec files than those that are named', async () => {
    const projects = [project('a', ['x.spec.ts', 'deep/y.spec.ts']), project('b', ['z.spec.ts'])];
    const result = await jestLayer('unit', { projects, names: ['deep/y'] }, async () => {
      writeResult('a', { passed: 3, failed: 0, skipped: 0, suites: 1 });
      return { ok: true, output: '' };
    });
    expect(result).toMatchObject({ passed: 3, failed: 0 });
  });

  it('should fail when the run failed outside its tests', async () => {
    const result = await jestLayer('unit', { projects: [], names: [] }, async () => ({ ok: false, output: '' }));
    expect(result.failed).toBe(1);
  });

  it('should not count the results of an earlier run', async () => {
    const projects = [project('a', ['x.spec.ts'])];
    writeResult('a', { passed: 9, failed: 0, skipped: 0, suites: 1 });
    const result = await jestLayer('unit', { projects, names: [] }, async () => {
      expect(existsSync(join(root, 'a/test-results/unit.json'))).toBe(false);
      return { ok: true, output: '' };
    });
    expect(result).toMatchObject({ passed: 0, failed: 1 });
  });

  it('should count all specs of the scenarios as end-to-end', async () => {
    const projects = [project('e2e', ['scenario.spec.ts'], ['e2e'])];
    const result = await jestLayer('e2e', { projects, names: [] }, async () => {
      writeResult('e2e', { passed: 1, failed: 0, skipped: 0, suites: 1 }, 'e2e');
      return { ok: true, output: '' };
    });
    expect(result).toMatchObject({ passed: 1, failed: 0 });
  });
});
