import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OwnProgram } from './own-program.js';
import { OwnProgramsService } from './own-programs.service.js';

const RUNNER = '#!/usr/bin/env node\nconsole.log("7.0.0");\n';
const run = promisify(execFile);
let directory: string;
let server: Server;
let sent = RUNNER;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'switchyard-install-'));
  server = createServer((_request, response) => response.end(sent)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(directory, { recursive: true });
});

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe(OwnProgramsService.name, () => {
  it('should hand the file out with its sum, also when it has changed', async () => {
    const file = join(directory, 'runner.cjs');
    const program = new OwnProgram(file);
    expect(await program.facts()).toBeNull();
    await expect(program.open()).rejects.toMatchObject({ status: 404 });
    for (const content of [RUNNER, `${RUNNER}// newer`]) {
      await writeFile(file, content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(await program.facts()).toEqual({ size: content.length, sha256 });
      expect(await text((await program.open()).stream)).toBe(content);
    }
  });

  it('should give an installer that checks what it downloads and leaves nothing of what is wrong', async () => {
    const file = join(directory, 'runner.cjs');
    await writeFile(file, RUNNER);
    const script = join(directory, 'install-runner.sh');
    await writeFile(script, await new OwnProgramsService({ runner: file, cli: '' }).script());
    const PREFIX = join(directory, "it's a prefix");
    const install = (...args: string[]) => run('sh', [script, ...args], { env: { ...process.env, PREFIX } });
    sent = `${RUNNER}// changed on its way`;
    await expect(install(address())).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('SHA-256') });
    await expect(install()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('address') });
    const installed = join(PREFIX, 'bin/switchyard-runner');
    await expect(stat(installed)).rejects.toMatchObject({ code: 'ENOENT' });
    sent = RUNNER;
    const { stdout } = await install(address());
    expect(stdout).toContain('bin/switchyard-runner 7.0.0');
    const [, command = ''] = /^PATH lacks .*: (export PATH=.*)$/m.exec(stdout) ?? [];
    const found = await run('sh', ['-c', `${command}; switchyard-runner`]);
    expect(found.stdout).toBe('7.0.0\n');
    const again = await run('sh', ['-c', `${command}; sh "$0" "$1"`, script, address()], {
      env: { ...process.env, PREFIX },
    });
    expect(again.stdout).not.toContain('PATH');
    expect((await run(installed)).stdout).toBe('7.0.0\n');
    expect(await readFile(installed, 'utf8')).toBe(RUNNER);
  });
});
