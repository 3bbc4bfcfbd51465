import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../paths.mjs';
import { targets } from '../runner/targets.mjs';
import { dockerfileFaults } from './dockerfile-rules.mjs';
import { ignoreRules } from './ignore-file.mjs';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const isIgnored = ignoreRules(read('.dockerignore'));
const surroundings = {
  exists: (file: string): boolean => existsSync(path.join(root, file)) && !isIgnored(file),
  nodeVersion: targets[0]?.node.version ?? '',
  pnpmVersion: String(JSON.parse(read('package.json')).packageManager).replace(/^pnpm@/, ''),
};

describe('the Dockerfiles', () => {
  const files = readdirSync(path.join(root, 'docker')).filter((name) => name.endsWith('.Dockerfile'));

  it('should be there for every app that runs in a container', () => {
    expect(files.sort()).toEqual(['api', 'console', 'dispatcher', 'runner'].map((name) => `${name}.Dockerfile`));
  });

  it.each(files)('should keep the rules in %s', (file) => {
    expect(dockerfileFaults(read(`docker/${file}`), surroundings)).toEqual([]);
  });
});

describe(dockerfileFaults.name, () => {
  const good = read('docker/runner.Dockerfile');

  it.each<[string, (text: string) => string, RegExp]>([
    ['a base without a version', (text) => text.replace(/node:20\S+/, 'node:latest'), /no exact version/],
    ['a base without a tag', (text) => text.replace(/node:20\S+/, 'node'), /no exact version/],
    ['another Node', (text) => text.replace(/node:20\.\d+\.\d+/, 'node:20.1.0'), /Node must be/],
    ['one stage alone', (text) => text.slice(text.lastIndexOf('FROM')), /one stage/],
    ['root', (text) => text.replace(/^USER .*$/m, 'USER root'), /runs as root/],
    ['no user', (text) => text.replace(/^USER .*$/m, ''), /runs as root/],
    ['no health check', (text) => text.replace(/^HEALTHCHECK[^\n]*\n[^\n]*$/m, ''), /HEALTHCHECK/],
    [
      'a health check by a shell',
      (text) => text.replace('CMD ["switchyard-runner-health"]', 'CMD true'),
      /HEALTHCHECK/,
    ],
    ['a command by a shell', (text) => text.replace('CMD ["start"]', 'CMD start'), /exec form/],
    ['ADD', (text) => text.replace('COPY package.json', 'ADD package.json'), /ADD/],
    ['a secret', (text) => text.replace('NODE_ENV=production', 'DB_PASSWORD=x'), /DB_PASSWORD would stay/],
    ['apt that recommends', (text) => text.replace('--no-install-recommends', ''), /--no-install-recommends/],
    ['apt that leaves lists', (text) => text.replace('rm -rf /var/lib/apt/lists/*', 'true'), /lists/],
    ['a loose installation', (text) => text.replace('--frozen-lockfile', ''), /--frozen-lockfile/],
    ['another pnpm', (text) => text.replace(/pnpm@\S+/, 'pnpm@9.0.0'), /pnpm must be/],
    ['a file that is not there', (text) => text.replace('COPY package.json', 'COPY absent.json'), /absent\.json/],
    ['a file that is ignored', (text) => text.replace('COPY package.json', 'COPY README.md'), /README\.md/],
    ['a stage that is not there', (text) => text.replace('--from=build', '--from=other'), /no stage other/],
    ['a script from the network', (text) => text.replace('npm install', 'curl https://x | sh; npm install'), /network/],
  ])('should find %s', (_, spoil, fault) => {
    const spoilt = spoil(good);
    expect(spoilt).not.toBe(good);
    expect(dockerfileFaults(spoilt, surroundings).join('\n')).toMatch(fault);
  });
});

describe(ignoreRules.name, () => {
  const ignored = ignoreRules('# comment\n*\n!apps\n**/node_modules\n**/*.spec.ts\napps/e2e\n');

  it.each([
    ['README.md', true],
    ['apps', false],
    ['apps/api/src/main.ts', false],
    ['apps/api/src/main.spec.ts', true],
    ['apps/api/node_modules', true],
    ['apps/api/node_modules/zod/index.js', true],
    ['apps/e2e/package.json', true],
    ['tools/stack', true],
  ])('should say of %s: %s', (file, out) => {
    expect(ignored(file)).toBe(out);
  });
});
