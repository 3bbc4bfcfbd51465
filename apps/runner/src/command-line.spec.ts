import { describe, expect, it } from '@jest/globals';
import { runnerSettings } from '@switchyard/settings';
import { readCommandLine } from './command-line.js';
import { HELP } from './help.js';

describe(readCommandLine.name, () => {
  it('should start when no command is given', () => {
    expect(readCommandLine([])).toEqual({ kind: 'run', command: 'start', flags: {}, force: false });
  });

  it('should read flags as settings', () => {
    const line = readCommandLine(['register', '--work-dir', '/w', '--tags=a,b', '--config', 'c.yml', '--force']);
    const flags = {
      SWITCHYARD_RUNNER_WORK_DIR: '/w',
      SWITCHYARD_RUNNER_TAGS: 'a,b',
      SWITCHYARD_RUNNER_CONFIG: 'c.yml',
    };
    expect(line).toEqual({ kind: 'run', command: 'register', flags, force: true });
  });

  it('should read a switch', () => {
    expect(readCommandLine(['start', '--one-off'])).toMatchObject({ flags: { SWITCHYARD_RUNNER_ONE_OFF: 'true' } });
  });

  it.each([[['stop']], [['start', 'now']], [['--url']], [['--unknown']]])('should not understand %j', (words) => {
    expect(readCommandLine(words)).toMatchObject({ kind: 'wrong' });
  });

  it.each(['--token', '--registration-token'])('should have no flag %s for a secret', (flag) => {
    expect(readCommandLine([flag, 'x'])).toMatchObject({ kind: 'wrong' });
  });

  it.each([
    ['--help', 'help'],
    ['--version', 'version'],
  ])('should answer %s', (flag, kind) => {
    expect(readCommandLine(['check', flag])).toEqual({ kind });
  });

  it('should be explained whole by the help', () => {
    Object.keys(runnerSettings).forEach((name) => expect(HELP).toContain(name));
  });
});
