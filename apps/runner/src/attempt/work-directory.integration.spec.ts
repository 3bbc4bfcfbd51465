import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FatalError } from '../gateway/gateway-errors.js';
import { bootId, findProcess } from '../process/process-table.js';
import { WorkDirectory } from './work-directory.js';

describe(WorkDirectory.name, () => {
  let root: string;

  beforeEach(() => {
    root = path.join(mkdtempSync(path.join(tmpdir(), 'work-')), 'runner');
  });

  afterEach(() => rmSync(path.dirname(root), { recursive: true, force: true }));

  it('should give each attempt an empty private directory', async () => {
    const work = new WorkDirectory(root);
    await work.open();
    const dir = await work.createAttempt(5);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    writeFileSync(path.join(dir, 'key'), 'secret');
    expect(readdirSync(await work.createAttempt(5))).toEqual([]);
    work.close();
  });

  it('should remove what an earlier process left, also what it could not write any more, and keep the cache', async () => {
    for (const dir of ['attempts/3/locked', 'spool/3', 'cache/1/0/mirror']) {
      mkdirSync(path.join(root, dir), { recursive: true });
      writeFileSync(path.join(root, dir, 'file'), 'x');
    }
    chmodSync(path.join(root, 'attempts/3/locked'), 0o500);
    const work = new WorkDirectory(root);
    await work.open();
    expect(readdirSync(path.join(root, 'attempts'))).toEqual([]);
    expect(readdirSync(path.join(root, 'spool'))).toEqual([]);
    expect(existsSync(path.join(root, 'cache/1/0/mirror/file'))).toBe(true);
    work.close();
  });

  it('should kill processes that an earlier runner left', async () => {
    const dir = path.join(root, 'attempts/3');
    mkdirSync(dir, { recursive: true });
    const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore', cwd: dir });
    await once(child, 'spawn');
    const startTicks = findProcess(child.pid ?? 0)?.startTicks;
    writeFileSync(path.join(dir, 'process.json'), JSON.stringify({ pid: child.pid, startTicks, boot: bootId() }));
    const exited = once(child, 'exit');
    const work = new WorkDirectory(root);
    await work.open();
    expect((await exited)[1]).toBe('SIGKILL');
    work.close();
  });

  it('should keep the name it gave itself, so that a restart is no second runner', async () => {
    const names = [];
    for (let i = 0; i < 2; i++) {
      const work = new WorkDirectory(root);
      await work.open();
      names.push(work.instance);
      work.close();
    }
    expect(names[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(names[1]).toBe(names[0]);
  });

  it('should report that the directory cannot be made', async () => {
    writeFileSync(root, 'a file');
    await expect(new WorkDirectory(root).open()).rejects.toThrow('the work directory cannot be used');
  });

  it('should refuse a directory that another living process uses', async () => {
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    await once(other, 'spawn');
    mkdirSync(root, { recursive: true });
    writeFileSync(path.join(root, 'lock'), `${other.pid} ${findProcess(other.pid ?? 0)?.startTicks} ${bootId()}`);
    await expect(new WorkDirectory(root).open()).rejects.toThrow(FatalError);
    other.kill('SIGKILL');
    await once(other, 'exit');
    const work = new WorkDirectory(root);
    await work.open();
    work.close();
    expect(existsSync(path.join(root, 'lock'))).toBe(false);
  });
});
