import { describe, expect, it } from '@jest/globals';
import {
  type Container,
  containerArguments,
  environmentText,
  isImageAllowed,
  NO_LIMITS,
} from './container-arguments.js';

const container: Container = {
  name: 'switchyard-a-7-1',
  image: 'registry.example/tools:1.4',
  label: 'switchyard.runner=a',
  user: { uid: 1000, gid: 1001 },
  isRootless: false,
  dir: '/srv/runner/attempts/7',
  environmentFile: '/srv/runner/attempts/7/container-1.env',
  limits: NO_LIMITS,
};
const command = {
  file: 'bash',
  args: ['run.sh', '--privileged', '$(id)'],
  cwd: '/srv/runner/attempts/7/repository',
  env: { PATH: '/bin', api_key: 'k-1' },
};

describe(containerArguments.name, () => {
  it('should give the container the directories of the attempt and no right, and hold no secret', () => {
    expect(containerArguments(container, command)).toEqual([
      'run',
      '--rm',
      '--init',
      '--name=switchyard-a-7-1',
      '--label=switchyard.runner=a',
      '--pull=missing',
      '--log-driver=none',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges',
      '--user=1000:1001',
      '--volume=/srv/runner/attempts/7:/srv/runner/attempts/7',
      '--workdir=/srv/runner/attempts/7/repository',
      '--env-file=/srv/runner/attempts/7/container-1.env',
      '--entrypoint=bash',
      'registry.example/tools:1.4',
      'run.sh',
      '--privileged',
      '$(id)',
    ]);
  });

  it('should keep the user of an engine without root, and pass limits on', () => {
    const limits = { network: 'none', memory: '512m', cpus: '1.5', processes: 100 };
    const args = containerArguments({ ...container, isRootless: true, limits }, command);
    expect(args.slice(9, 15)).toEqual([
      '--userns=keep-id',
      '--user=1000:1001',
      '--network=none',
      '--memory=512m',
      '--cpus=1.5',
      '--pids-limit=100',
    ]);
  });
});

describe(environmentText.name, () => {
  it('should write each variable as it is, and leave the path to the image', () => {
    expect(environmentText({ PATH: '/bin', a: ' "x" # y=z ', b: '' })).toBe('a= "x" # y=z \nb=\n');
  });

  it('should refuse several lines by the name alone', () => {
    const write = (): string => environmentText({ key: 'BEGIN\nEND' });
    expect(write).toThrow('"key"');
    expect(write).not.toThrow('BEGIN');
  });
});

describe(isImageAllowed.name, () => {
  it.each([
    ['alpine', [], true],
    ['ghcr.io/team/tool:1', ['ghcr.io/team'], true],
    ['ghcr.io/team', ['ghcr.io/team'], true],
    ['ghcr.io/team:1', ['other', 'ghcr.io/team'], true],
    ['ghcr.io/team/tool', ['ghcr.io/team/'], true],
    ['ghcr.io/team2/tool', ['ghcr.io/team'], false],
    ['localhost:5000/tool', ['localhost'], false],
    ['evil/ghcr.io/team', ['ghcr.io/team'], false],
  ])('should decide about %s with %j', (image, allowed, expected) => {
    expect(isImageAllowed(image, allowed)).toBe(expected);
  });
});
