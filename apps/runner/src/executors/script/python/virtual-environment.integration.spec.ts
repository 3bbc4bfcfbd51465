import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeRepository } from '../../../testing/git-repository.js';
import { reasonText } from '../../../testing/reason-text.js';
import { exampleJob, makeTestArea, recordAttempt } from '../../../testing/recorded-attempt.js';
import { execute } from '../../execute.js';

const area = makeTestArea();
afterAll(() => area.remove());

const SHOW = [
  'import subprocess',
  'try:',
  '  import greet',
  '  print("greet", greet.WORD)',
  'except ImportError:',
  '  print("no greet")',
  'else:',
  '  print(subprocess.check_output(["greet"], text=True))',
  '',
].join('\n');

/** A directory with one package, as a wheel. */
function makeIndex(): string {
  const [source, index] = [area.path('source'), area.path('index')];
  const info = 'greet-1.0.dist-info';
  const files = {
    'greet.py': 'WORD = "hello"\ndef main(): print("from the script of the package")\n',
    [`${info}/METADATA`]: 'Metadata-Version: 2.1\nName: greet\nVersion: 1.0\n',
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/entry_points.txt`]: '[console_scripts]\ngreet = greet:main\n',
    [`${info}/RECORD`]: '',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(source, name)), { recursive: true });
    writeFileSync(join(source, name), content);
  }
  mkdirSync(index);
  const wheel = join(index, 'greet-1.0-py3-none-any.whl');
  execFileSync('python3', ['-m', 'zipfile', '-c', wheel, 'greet.py', info], { cwd: source });
  return index;
}

let count = 0;

describe('a Python script with requirements', () => {
  let environment: Record<string, string>;
  beforeAll(() => {
    environment = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: makeIndex(), PIP_CONFIG_FILE: '/dev/null' };
  });

  async function run(files: Record<string, string>, playbook = 'show.py', own = environment) {
    const dir = makeRepository(area.path(`repository-${++count}`), { [playbook]: SHOW, ...files });
    const attempt = recordAttempt(area, exampleJob(`file://${dir}`, { app: 'python', playbook }));
    const { outcome, reason } = await execute({ ...attempt.context, environment: own });
    return {
      ...attempt,
      outcome,
      reason: reasonText(reason),
      output: attempt.output(),
      system: attempt.system.join('\n'),
    };
  }

  it('should run without any where no file names some', async () => {
    const { outcome, output, sections } = await run({});
    expect([outcome, output]).toEqual(['success', 'no greet\n']);
    expect(sections.map(([phase]) => phase)).not.toContain('dependencies');
  });

  it('should have what the file requires, in the next attempt too, installed once', async () => {
    const files = { 'requirements.txt': 'greet==1.0\n' };
    const first = await run(files);
    expect([first.outcome, first.reason]).toEqual(['success', '']);
    expect(first.output).toMatch(/greet hello\nfrom the script of the package\n/);
    const second = await run(files);
    expect(second.output).toBe('greet hello\nfrom the script of the package\n\n');
    expect(second.system).toContain('requirements.txt: the packages installed before are used');
    expect(readdirSync(join(second.context.cacheDir, 'python', 'environments'))).toHaveLength(1);
  });

  it('should take the file beside the script first, and keep nothing that depends on the checkout', async () => {
    const { outcome, output, context } = await run(
      { 'requirements.txt': 'missing\n', 'tools/requirements.txt': '-r more.txt\n', 'tools/more.txt': 'greet\n' },
      'tools/show.py',
    );
    expect([outcome, output.includes('greet hello')]).toEqual(['success', true]);
    expect(readdirSync(join(context.cacheDir, 'python', 'environments'))).toHaveLength(1);
  });

  it('should say which package is missing, and leave nothing half installed', async () => {
    const { outcome, reason, context } = await run({ 'requirements.txt': 'nowhere==9\n' });
    expect(outcome).toBe('error');
    expect(reason).toMatch(/The packages of requirements\.txt could not be installed: .*nowhere==9/);
    expect(readdirSync(join(context.cacheDir, 'python', 'environments'))).toHaveLength(1);
  });

  it('should say what to do where no index is reached', async () => {
    const offline = { PIP_INDEX_URL: 'http://127.0.0.1:9/simple', PIP_RETRIES: '1', PIP_CONFIG_FILE: '/dev/null' };
    const { reason } = await run({ 'requirements.txt': 'greet\n' }, 'show.py', offline);
    expect(reason).toMatch(/does not reach the package index\. Name one that it reaches by PIP_INDEX_URL/);
  });
});
