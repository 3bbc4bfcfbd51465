import { describe, expect, it } from '@jest/globals';
import type { Environment, Problem } from '@switchyard/contracts';
import {
  environmentBody,
  environmentField,
  environmentIssues,
  environmentValues,
  lineFaults,
  newSecret,
  secretChanges,
} from './environment-values.js';

const words = {
  unnamed: 'no name',
  twice: (name: string) => `${name} twice`,
  value: (column: number) => `no JSON at ${column}`,
  problem: ({ code }: Problem) => code,
  lines: 'lines at fault',
};

const stored: Environment = {
  id: 5,
  project_id: 1,
  name: 'Storefront prod',
  password: null,
  json: '{"replicas":6}',
  env: '{"COLOR":"1"}',
  secrets: [
    { id: 1, type: 'var', name: 'registry_password', secret: '', operation: '', vault_reference: null },
    { id: 2, type: 'env', name: 'SENTRY', secret: '', operation: '', vault_reference: 'secret/web#sentry' },
  ],
};

describe('environmentBody', () => {
  it('should send an untouched group as it was read, with no operation on its secrets', () => {
    expect(environmentBody(environmentValues(stored), stored)).toEqual({
      name: 'Storefront prod',
      json: '{"replicas":6}',
      env: '{"COLOR":"1"}',
      secrets: [],
      password: null,
    });
  });
});

describe('the runner image', () => {
  it('should be sent when it is chosen or given up alone', () => {
    const sent = (before: string | null, image: string) =>
      environmentBody({ ...environmentValues(stored), image }, { ...stored, password: before });
    const image = 'dind-runner:v2.0.10';
    expect(sent(null, '')).toMatchObject({ password: null });
    expect(sent(null, image)).toMatchObject({ password: image });
    expect(sent(image, image)).toMatchObject({ password: null });
    expect(sent(image, '')).toMatchObject({ password: '' });
  });
});

describe('secretChanges', () => {
  const rows = environmentValues(stored).secrets;

  it('should create what is new and delete what is gone', () => {
    const added = { ...newSecret(), name: 'payment', secret: 's3cret' };
    expect(secretChanges([...rows.slice(1), added], stored.secrets)).toEqual([
      { id: 1, name: 'registry_password', type: 'var', secret: '', vault_reference: null, operation: 'delete' },
      { type: 'var', name: 'payment', secret: 's3cret', vault_reference: null, operation: 'create' },
    ]);
  });

  it('should send a replaced value, and a rename without a value', () => {
    const [first, second] = rows;
    const changed = [
      { ...(first ?? newSecret()), replaced: true, secret: 'fresh' },
      { ...(second ?? newSecret()), name: 'SENTRY_TOKEN' },
    ];
    expect(secretChanges(changed, stored.secrets)).toEqual([
      { id: 1, name: 'registry_password', type: 'var', secret: 'fresh', vault_reference: null, operation: 'update' },
      { id: 2, name: 'SENTRY_TOKEN', type: 'env', secret: '', vault_reference: null, operation: 'update' },
    ]);
  });
});

describe('a secret in a vault', () => {
  const [first = newSecret()] = environmentValues(stored).secrets;

  it('should be sent as its place', () => {
    const moved = { ...first, replaced: true, secret: 'typed', inVault: true, reference: ' secret/web#token ' };
    expect(secretChanges([moved], stored.secrets.slice(0, 1))).toEqual([
      {
        id: 1,
        name: 'registry_password',
        type: 'var',
        secret: '',
        operation: 'update',
        vault_reference: 'secret/web#token',
      },
    ]);
  });

  it('should be at a place that can be one', () => {
    const wrong = { ...first, replaced: true, inVault: true, reference: 'secret/web' };
    const faults = lineFaults({ ...environmentValues(stored), secrets: [wrong] }, words).secrets;
    expect([...faults.values()]).toEqual([{ member: 'value', message: 'vault_reference' }]);
  });
});

describe('environmentIssues', () => {
  const values = environmentValues(stored);

  it('should accept an untouched group', () => {
    expect(environmentIssues(values, stored, words)).toEqual([]);
  });

  it('should place every fault at the section it belongs to', () => {
    const wrong = {
      ...values,
      name: '',
      extra: { mode: 'json' as const, text: '[1]' },
      env: [{ key: 1, name: '', value: 'x' }],
      secrets: [{ ...newSecret(), name: 'no spaces please' }],
    };
    const fields = new Set(environmentIssues(wrong, stored, words).map((issue) => environmentField(issue)[0]));
    expect(fields).toEqual(new Set(['env', 'secrets', 'name', 'extra']));
  });
});
