import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { root } from '../paths.mjs';
import { knownSettings } from './known-settings.mjs';
import { unitFaults } from './unit-rules.mjs';

const directory = path.join(root, 'deploy/systemd');
const units = readdirSync(directory).filter((name) => name.endsWith('.service'));
const read = (name: string): string => readFileSync(path.join(directory, name), 'utf8');
const settings = knownSettings();
const surroundings = { exists: (file: string): boolean => existsSync(path.join(root, file)), settings };

describe(unitFaults.name, () => {
  it('should have the units of all processes', () => {
    expect(units.sort()).toEqual(['api', 'dispatcher', 'runner'].map((name) => `switchyard-${name}.service`));
  });

  it.each(units)('should find nothing in %s', (name) => {
    expect(unitFaults(read(name), surroundings)).toEqual([]);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['root', (text) => text.replace(/^User=.*$/m, 'User=root'), /root/],
    ['a program that is not there', (text) => text.replace('dist/main.js', 'dist/other.js'), /no apps\/api/],
    ['no restart', (text) => text.replace('Restart=always', 'Restart=no'), /Restart/],
    ['a readable state', (text) => text.replace('StateDirectoryMode=0700', 'StateDirectoryMode=0755'), /state/],
    ['a setting nobody reads', (text) => text.replace('SWITCHYARD_CONFIG', 'SWITCHYARD_CONF'), /SWITCHYARD_CONF$/m],
  ])('should find %s', (_, spoil, fault) => {
    expect(unitFaults(spoil(read('switchyard-api.service')), surroundings).join('\n')).toMatch(fault);
  });

  it('should know every setting of the example', () => {
    const names = Object.keys(parse(read('config.example.yaml')));
    expect(names.filter((name) => !settings.has(name))).toEqual([]);
  });
});

const analyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

(analyzer ? describe : describe.skip)(`systemd-analyze${analyzer ? '' : ' (skipped: it is not installed)'}`, () => {
  let scratch: string;

  beforeAll(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'switchyard-units-'));
  });

  afterAll(() => rmSync(scratch, { recursive: true }));

  function verify(name: string, text: string): string {
    const file = path.join(scratch, name);
    writeFileSync(file, text.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'));
    return spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' }).stderr;
  }

  it.each(units)('should understand %s', (name) => {
    expect(verify(name, read(name))).toBe('');
  });

  it('should find a misspelt setting', () => {
    expect(verify('switchyard-api.service', read('switchyard-api.service').replace('Restart=', 'Restrat='))).toContain(
      'Restrat',
    );
  });

  it.each(['api', 'dispatcher'])('should find the %s well confined', (name) => {
    const file = path.join(directory, `switchyard-${name}.service`);
    const options = ['security', '--offline=true', '--threshold=20', '--no-pager', file];
    expect(() => execFileSync('systemd-analyze', options, { stdio: 'pipe' })).not.toThrow();
  });
});
