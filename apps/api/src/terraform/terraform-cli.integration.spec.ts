import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';
import { callBackend, LOGIN, lockInfo, newWorkspace, type TestWorkspace } from '../testing/state-backend.js';

const RESOURCE = 'resource "terraform_data" "box" {\n  input = "one"\n}\n';
const HTTP = 'terraform {\n  backend "http" {}\n}\n';

const isInstalled = (): boolean => {
  try {
    execFileSync('terraform', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

(isInstalled() ? describe : describe.skip)('Terraform with the HTTP backend', () => {
  let test: ProjectFixture;
  const dirs: string[] = [];
  beforeAll(async () => {
    test = await startProjectFixture();
  });
  afterAll(async () => {
    dirs.forEach((dir) => rmSync(dir, { recursive: true, force: true }));
    await test.close();
  });

  /** A configuration and a terraform that uses the address of the workspace, with LOCK and UNLOCK. */
  function checkout({ path }: TestWorkspace, files: Record<string, string>) {
    const dir = mkdtempSync(join(tmpdir(), 'switchyard-cli-'));
    dirs.push(dir);
    const address = `${test.address}${path}`;
    const env = {
      PATH: process.env['PATH'],
      HOME: dir,
      TF_IN_AUTOMATION: '1',
      TF_INPUT: '0',
      CHECKPOINT_DISABLE: '1',
      TF_HTTP_ADDRESS: address,
      TF_HTTP_LOCK_ADDRESS: address,
      TF_HTTP_UNLOCK_ADDRESS: address,
      TF_HTTP_USERNAME: LOGIN.login,
      TF_HTTP_PASSWORD: LOGIN.password,
      TF_HTTP_RETRY_MAX: '0',
    };
    const put = (name: string, text: string): void => writeFileSync(join(dir, name), text);
    Object.entries(files).forEach(([name, text]) => put(name, text));
    const run = async (...args: string[]): Promise<string> => {
      const ended = await promisify(execFile)('terraform', args, { cwd: dir, env }).catch(
        (error: { stdout: string; stderr: string }) => error,
      );
      // Terraform mentions a lock only where it has to wait for it.
      return `${ended.stdout}${ended.stderr}`.replace(/^(Acquiring|Releasing) state lock\..*\n/gm, '');
    };
    return { dir, put, run };
  }

  it('should apply, pull, push and move the state in and out', async () => {
    const at = await newWorkspace(test);
    const { dir, put, run } = checkout(at, { 'main.tf': RESOURCE });
    await run('init');
    expect(await run('apply', '-auto-approve')).toContain('1 added');
    put('backend.tf', HTTP);
    expect(await run('init', '-migrate-state', '-force-copy')).toContain('Successfully configured the backend "http"');
    put('main.tf', RESOURCE.replace('one', 'two'));
    expect(await run('apply', '-auto-approve')).toContain('1 changed');
    const pulled = await run('state', 'pull');
    const { serial } = JSON.parse(pulled) as { serial: number };
    put('pushed.json', pulled.replace(`"serial": ${serial}`, `"serial": ${serial + 3}`));
    expect(await run('state', 'push', 'pushed.json')).toBe('');
    const read = await callBackend(test.address, 'GET', at.path);
    expect(read.json<{ serial: number }>().serial).toBeGreaterThan(serial + 2);
    put('backend.tf', '');
    expect(await run('init', '-migrate-state', '-force-copy')).toContain('Successfully unset the backend "http"');
    expect(readFileSync(join(dir, 'terraform.tfstate'), 'utf8')).toContain('terraform_data');
  });

  it('should be refused with the holder of the lock while another one writes, and lose nothing of either', async () => {
    const at = await newWorkspace(test);
    const slow = RESOURCE.replace(
      '\n}',
      '\n  provisioner "local-exec" {\n    command = "touch held; until [ -e go ] || [ ! -e held ]; do sleep 0.05; done"\n  }\n}',
    );
    const [one, other] = [
      checkout(at, { 'main.tf': slow, 'backend.tf': HTTP }),
      checkout(at, { 'main.tf': RESOURCE, 'backend.tf': HTTP }),
    ];
    await Promise.all([one.run('init'), other.run('init')]);
    const first = one.run('apply', '-auto-approve');
    await eventually(() => existsSync(join(one.dir, 'held')));
    expect(await other.run('apply', '-auto-approve')).toMatch(/already locked[^]*Operation: OperationTypeApply/);
    one.put('go', '');
    expect(await first).toContain('1 added');
    expect(await other.run('apply', '-auto-approve')).toContain('0 added, 0 changed, 0 destroyed');
  });

  it('should read which lock is held, and free it by force-unlock', async () => {
    const at = await newWorkspace(test);
    const { run } = checkout(at, { 'main.tf': RESOURCE, 'backend.tf': HTTP });
    await run('init');
    await callBackend(test.address, 'LOCK', at.path, { body: lockInfo('abc', 'ann@laptop') });
    const refused = await run('apply', '-auto-approve');
    expect(refused).toMatch(/HTTP remote state already locked: ID=abc/);
    expect(await run('force-unlock', '-force', 'abc')).toContain('unlocked');
    expect(await run('apply', '-auto-approve')).toContain('1 added');
  });
});
