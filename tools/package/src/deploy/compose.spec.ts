import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../paths.mjs';
import { composeFaults } from './compose-rules.mjs';
import { knownSettings } from './known-settings.mjs';

const text = readFileSync(path.join(root, 'deploy/compose/compose.yaml'), 'utf8');
const surroundings = {
  isDockerfile: (file: string): boolean => file.startsWith('docker/') && existsSync(path.join(root, file)),
  settings: knownSettings(),
};

describe(composeFaults.name, () => {
  it('should find nothing in ours', () => {
    expect(composeFaults(text, surroundings)).toEqual([]);
  });

  it('should find every variable it asks for in the example', () => {
    const example = readFileSync(path.join(root, 'deploy/compose/.env.example'), 'utf8');
    const asked = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect(asked.filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([]);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['an image without a version', (text) => text.replace(/postgres:17\S+/, 'postgres:latest'), /no exact version/],
    ['a Dockerfile that is not there', (text) => text.replace('docker/api.Dockerfile', 'docker/x'), /no docker\/x/],
    [
      'no health check',
      (text) => text.replace(/ {4}healthcheck:\n {6}test: \[CMD, redis-cli[^]*?retries: 12\n/, ''),
      /healthcheck/,
    ],
    ['a secret', (text) => text.replace(/\$\{SWITCHYARD_SECRET_KEY[^}]*\}/, 'abc'), /SECRET_KEY must come/],
    ['a secret that may be missing', (text) => text.replace(/(POSTGRES_PASSWORD: \$\{\w+):\?[^}]*/, '$1'), /asked for/],
    ['a setting nobody reads', (text) => text.replace('SWITCHYARD_WEB_HOST: $', 'SWITCHYARD_WEBHOST: $'), /WEBHOST/],
    ['an unknown service', (text) => text.replace('redis: { condition', 'queue: { condition'), /no service queue/],
    [
      'a condition that never comes',
      (text) => text.replace('service_completed_successfully', 'service_healthy'),
      /never gets service_healthy/,
    ],
    ['an unknown volume', (text) => text.replace("'redis:/data'", "'cache:/data'"), /volume cache/],
    ['kept capabilities', (text) => text.replace('cap_drop: [ALL]', 'cap_drop: []'), /keeps capabilities/],
    ['a port open to all', (text) => text.replace('SWITCHYARD_LISTEN:-127.0.0.1:3000', 'X:-3000'), /ports/],
    ['a misspelt key', (text) => text.replace('depends_on:', 'depend_on:'), /depend_on/],
  ])('should find %s', (_, spoil, fault) => {
    const spoilt = spoil(text);
    expect(spoilt).not.toBe(text);
    expect(composeFaults(spoilt, surroundings).join('\n')).toMatch(fault);
  });
});
