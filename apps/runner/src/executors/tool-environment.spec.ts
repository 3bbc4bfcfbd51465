import { describe, expect, it } from '@jest/globals';
import { toolEnvironment } from './tool-environment.js';

function build(env: Record<string, string>, secret_env: Record<string, string> = {}) {
  const notes: string[] = [];
  const log = {
    write: () => undefined,
    section: () => undefined,
    lines: 0,
    system: (text: string) => void notes.push(text),
  };
  const layers = {
    attemptDir: '/a',
    defaults: { COLOR: 'yes' },
    job: { env, secret_env },
    details: { id: 7, url: null },
  };
  return { env: toolEnvironment(layers, log), notes };
}

describe('toolEnvironment', () => {
  it('should hold nothing of the runner but PATH', () => {
    process.env.RUNNER_ONLY = 'secret';
    expect(Object.keys(build({}).env).sort()).toEqual(
      [
        'COLOR',
        'HOME',
        'LANG',
        'PATH',
        'SEMAPHORE_TASK_DETAILS_ID',
        'SWITCHYARD_ATTEMPT',
        'SWITCHYARD_TASK_ID',
        'TERM',
        'TMPDIR',
        'XDG_CACHE_HOME',
        'XDG_CONFIG_HOME',
        'XDG_DATA_HOME',
        'XDG_RUNTIME_DIR',
        'XDG_STATE_HOME',
      ].sort(),
    );
    delete process.env.RUNNER_ONLY;
  });

  it('should take what the owner of the runner gives over defaults, and the variable group over that', () => {
    const log = { write: () => undefined, section: () => undefined, lines: 0, system: () => undefined };
    const layers = { attemptDir: '/a', defaults: { A: '1', B: '1', C: '1' }, own: { B: '2', C: '2' }, details: {} };
    expect(toolEnvironment({ ...layers, job: { env: { C: '3' }, secret_env: {} } }, log)).toMatchObject({
      A: '1',
      B: '2',
      C: '3',
    });
  });

  it('should let the variable group override defaults and secrets override both', () => {
    expect(build({ COLOR: 'group', A: '1' }, { A: '2' }).env).toMatchObject({ COLOR: 'group', A: '2' });
  });

  it.each(['SWITCHYARD_ATTEMPT', 'SWITCHYARD_TASK_ID', 'LD_PRELOAD', 'BASH_ENV', 'BASH_FUNC_ls%%', 'a=b', ''])(
    'should leave out the reserved name %j and report it',
    (name) => {
      const { env, notes } = build({ [name]: 'evil' });
      expect(Object.values(env)).not.toContain('evil');
      expect(notes).toEqual([expect.stringContaining(`left out: ${name}`)]);
    },
  );
});
