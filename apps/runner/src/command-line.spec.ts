import { describe, expect, it } from '@jest/globals';
import { readCommandLine } from './command-line.js';
import { SECRET_SETTINGS, settingNames } from './config/settings.js';
import { HELP } from './help.js';

describe(readCommandLine.name, () => {
  it('should start when no command is given', () => {
    expect(readCommandLine([])).toEqual({ kind: 'run', command: 'start', flags: {}, force: false });
  });

  it('should read flags as settings', () => {
    const line = readCommandLine(['register', '--work-dir', '/w', '--tags=a,b', '--config', 'c.yml', '--force']);
    const flags = { WORK_DIR: '/w', TAGS: 'a,b', CONFIG: 'c.yml' };
    expect(line).toEqual({ kind: 'run', command: 'register', flags, force: true });
  });

  it('should read a switch', () => {
    expect(readCommandLine(['start', '--one-off'])).toMatchObject({ flags: { ONE_OFF: true } });
  });

  it.each([[['stop']], [['start', 'now']], [['--url']], [['--unknown']]])('should not understand %j', (words) => {
    expect(readCommandLine(words)).toMatchObject({ kind: 'wrong' });
  });

  it.each(SECRET_SETTINGS)('should have no flag for the secret %s', (name) => {
    const flag = `--${name.toLowerCase().replaceAll('_', '-')}`;
    expect(readCommandLine([flag, 'x'])).toMatchObject({ kind: 'wrong' });
  });

  it.each([
    ['--help', 'help'],
    ['--version', 'version'],
  ])('should answer %s', (flag, kind) => {
    expect(readCommandLine(['check', flag])).toEqual({ kind });
  });

  it('should be explained whole by the help', () => {
    settingNames.forEach((name) => expect(HELP).toContain(`SWITCHYARD_RUNNER_${name}`));
  });
});
