import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { root } from '../paths.mjs';
import { renderChart } from './chart.mjs';
import { manifestFaults } from './chart-rules.mjs';
import { knownSettings } from './known-settings.mjs';

const chart = path.join(root, 'deploy/helm/switchyard');
const required = { existingSecret: 'switchyard', webHost: 'https://switchyard.example.com', admin: { email: 'a@b.c' } };
const everything = {
  ...required,
  image: { registry: 'registry.example.com', tag: '1.2.3', pullSecrets: ['pull'] },
  api: { env: { SWITCHYARD_LOG_LEVEL: 'debug' } },
  runner: { replicas: 3, tags: ['a', 'b'], storageClassName: 'fast' },
  ingress: {
    enabled: true,
    host: 'switchyard.example.com',
    tlsSecret: 'tls',
    className: 'nginx',
    annotations: { a: 'b' },
  },
};
const settings = knownSettings();

describe(renderChart.name, () => {
  it.each([
    ['the least values', required, 9],
    ['everything', everything, 10],
    ['no runner', { ...required, runner: { replicas: 0 } }, 7],
  ])('should make manifests without faults from %s', (_, values, count) => {
    const manifests = renderChart(chart, values);
    expect(manifestFaults(manifests, settings)).toEqual([]);
    expect(manifests).toHaveLength(count);
  });

  it.each<[string, object, RegExp]>([
    ['no Secret', { existingSecret: '' }, /existingSecret/],
    ['an address without a scheme', { webHost: 'switchyard.example.com' }, /webHost/],
    ['the tag latest', { image: { tag: 'latest' } }, /image\/tag/],
    ['a misspelt value', { runner: { replica: 2 } }, /additional properties/],
    ['an ingress without a host', { ingress: { enabled: true } }, /ingress\.host/],
    ['a variable of another kind', { api: { env: { PATH: 'x' } } }, /env/],
  ])('should refuse %s', (_, values, fault) => {
    expect(() => renderChart(chart, { ...required, ...values })).toThrow(fault);
  });

  it('should reach the program by its service and ingress', () => {
    const manifests = renderChart(chart, everything);
    const find = (kind: string, name = 'release-switchyard'): object | undefined =>
      manifests.find((each) => each.kind === kind && each.metadata.name === name);
    expect(find('Service')).toMatchObject({ spec: { ports: [{ port: 80, targetPort: 'http' }] } });
    expect(find('Ingress')).toMatchObject({ spec: { rules: [{ host: 'switchyard.example.com' }] } });
    expect(find('StatefulSet', 'release-switchyard-runner')).toMatchObject({ spec: { replicas: 3 } });
  });
});

describe('a spoilt chart', () => {
  let copy: string;

  beforeEach(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'switchyard-chart-'));
    cpSync(chart, copy, { recursive: true });
  });

  afterEach(() => rmSync(copy, { recursive: true }));

  function faultsOf(file: string, spoil: (text: string) => string): string {
    const target = path.join(copy, 'templates', file);
    const text = readFileSync(target, 'utf8');
    expect(spoil(text)).not.toBe(text);
    writeFileSync(target, spoil(text));
    try {
      return manifestFaults(renderChart(copy, required), settings).join('\n');
    } catch (error) {
      return String(error);
    }
  }

  it.each<[string, string, (text: string) => string, RegExp]>([
    ['root', '_helpers.tpl', (text) => text.replace('runAsNonRoot: true', 'runAsNonRoot: false'), /run as root/],
    ['capabilities', '_helpers.tpl', (text) => text.replace('[ALL]', '[]'), /capabilities/],
    ['a writable image', '_helpers.tpl', (text) => text.replace('readOnlyRootFilesystem: true', ''), /write/],
    ['no probes', 'api.yaml', (text) => text.replace('livenessProbe:', 'x:'), /probes|x/],
    ['a probe of no kind', 'api.yaml', (text) => text.replace('httpGet:', 'httpGot:'), /httpGot|additional|unknown/i],
    ['a count that is no number', 'api.yaml', (text) => text.replace(/replicas: .*/, 'replicas: many'), /replicas/],
    [
      'a selector of nothing',
      'service.yaml',
      (text) => text.replaceAll('"component" "api"', '"component" "x"'),
      /selects no pod/,
    ],
    ['no budget', 'dispatcher.yaml', (text) => text.slice(0, text.indexOf('---\n')), /disruption budget/],
    [
      'a secret',
      'setup-job.yaml',
      (text) => text.replace('name: SWITCHYARD_ADMIN_LOGIN', 'name: SWITCHYARD_SECRET_KEY'),
      /open/,
    ],
    ['a setting nobody reads', 'api.yaml', (text) => text.replace('TRUST_PROXY', 'TRUST_PROXIES'), /TRUST_PROXIES/],
    ['an unknown value', 'api.yaml', (text) => text.replace('.Values.api.replicas', '.Values.api.count'), /\.count/],
    ['an unknown function', 'api.yaml', (text) => text.replace('| nindent 4', '| intend 4'), /intend/],
    ['a block without an end', 'runner.yaml', (text) => text.slice(0, text.lastIndexOf('{{- end')), /no end/],
    ['broken YAML', 'service.yaml', (text) => text.replace('spec:', 'spec: ['), /service\.yaml/],
  ])('should be found with %s', (_, file, spoil, fault) => {
    expect(faultsOf(file, spoil)).toMatch(fault);
  });
});
