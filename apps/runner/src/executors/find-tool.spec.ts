import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { findTool, firstInstalled, toolNames } from './find-tool.js';

const dir = mkdtempSync(join(tmpdir(), 'find-tool-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function program(place: string, name: string, mode = 0o755): string {
  mkdirSync(join(dir, place), { recursive: true });
  const path = join(dir, place, name);
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

const job = (app: string, path = '', args: string[] = []) => ({ app, command: { path, args } });

describe('toolNames', () => {
  it.each([
    ['powershell', '', ['pwsh', 'powershell']],
    ['', '', ['ansible-playbook']],
    ['terraform', '/opt/tf/terraform', ['/opt/tf/terraform']],
    ['deployer', '', ['deployer']],
  ])('should run %j with path %j by %j', (app, path, names) => {
    expect(toolNames(app, path)).toEqual(names);
  });
});

describe('findTool', () => {
  it('should take the second choice when the first is not installed', async () => {
    program('ps', 'powershell');
    expect(await findTool(job('powershell'), join(dir, 'ps'))).toEqual({ file: 'powershell', args: [] });
  });

  it('should prefer the first choice wherever it stands on the path', async () => {
    program('late', 'pwsh');
    expect(await findTool(job('powershell'), [join(dir, 'ps'), join(dir, 'late')].join(delimiter))).toMatchObject({
      file: 'pwsh',
    });
  });

  it('should name the tool and the machine when nothing is installed', async () => {
    await expect(findTool(job('powershell'), join(dir, 'none'))).rejects.toThrow(
      /^The tool "pwsh" or "powershell" is not installed on this runner \(.+\)$/,
    );
  });

  it('should pass on what an administrator has set', async () => {
    const path = program('own', 'deployer');
    expect(await findTool(job('custom', path, ['--quiet']), '')).toEqual({ file: path, args: ['--quiet'] });
  });
});

describe('firstInstalled', () => {
  it('should not take a file that cannot be executed, nor a directory', async () => {
    program('plain', 'tool', 0o644);
    mkdirSync(join(dir, 'folder', 'tool'), { recursive: true });
    expect(await firstInstalled(['tool'], [join(dir, 'plain'), join(dir, 'folder')].join(delimiter))).toBeNull();
  });
});
