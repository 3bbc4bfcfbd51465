import { describe, expect, it } from '@jest/globals';
import { readableCommand } from './command.js';

const cwd = '/srv/runner/local-1/attempts/7/repository';
const readable = (...args: string[]): string => readableCommand({ file: 'tool', args, cwd });

describe(readableCommand.name, () => {
  it('should show paths near the directory as they are typed there, and others as they are', () => {
    const attempt = '/srv/runner/local-1/attempts/7';
    expect(readable('-i', `${attempt}/inventory`, `${cwd}/site.yml`)).toBe('tool -i ../inventory site.yml');
    expect(readable(`--vault-id=a@${attempt}/vault`, '-e', `@${attempt}/vars`)).toBe(
      'tool --vault-id=a@../vault -e @../vars',
    );
    expect(readable('/usr/bin/python3', '--url=https://host/srv', '/', cwd)).toBe(
      `tool /usr/bin/python3 --url=https://host/srv / ${cwd}`,
    );
  });

  it('should quote what a shell would take apart', () => {
    expect(readable('a b', "it's", '', `${cwd}/a b`)).toBe(`tool 'a b' 'it'\\''s' '' 'a b'`);
  });
});
