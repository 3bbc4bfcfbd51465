import { describe, expect, it } from '@jest/globals';
import {
  type Container,
  containerArguments,
  environmentParts,
  isImageAllowed,
  NO_LIMITS,
} from './container-arguments.js';

const container: Container = {
  name: 'switchyard-a-7-1',
  image: 'registry.example/tools:1.4',
  label: 'switchyard.runner=a',
  user: { uid: 1000, gid: 1001 },
  isRootless: false,
  binds: [
    { source: '/srv/runner/attempts/7', seen: '/srv/runner/attempts/7' },
    { source: '/srv/runner/cache/1/git', seen: '/srv/runner/attempts/7/mirrors', isReadOnly: true },
  ],
  secrets: new Map([['key', 'switchyard-a-7-secret-1']]),
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
      '--volume=/srv/runner/cache/1/git:/srv/runner/attempts/7/mirrors:ro',
      '--workdir=/srv/runner/attempts/7/repository',
      '--env-file=/srv/runner/attempts/7/container-1.env',
      '--secret=switchyard-a-7-secret-1,type=env,target=key',
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

describe(environmentParts.name, () => {
  it('should write each variable of one line as it is, and those of several apart', () => {
    expect(environmentParts({ PATH: '/bin', a: ' "x" # y=z ', key: 'BEGIN\nEND\n', b: '', c: '1\r2' })).toEqual({
      text: 'PATH=/bin\na= "x" # y=z \nb=\n',
      long: [
        ['key', 'BEGIN\nEND\n'],
        ['c', '1\r2'],
      ],
    });
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
