import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument } from '@switchyard/server';
import { API_DOCUMENT } from './api-document.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';

/** Facts that generated clients expect of every operation. */
interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

interface Operation {
  operationId: string;
  'x-permission'?: string;
  description?: string;
  security?: Record<string, unknown>[];
  responses: Record<string, object>;
  parameters?: { name: string; in: string; schema?: Schema }[];
}

interface Found {
  path: string;
  method: string;
  operation: Operation;
}

let test: ProjectFixture;
let document: { paths: Record<string, Record<string, Operation>> };
let operations: Found[];

beforeAll(async () => {
  test = await startProjectFixture();
  document = (await openApiDocument(test.app, API_DOCUMENT)) as unknown as typeof document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
});
afterAll(() => test.close());

const named = (wanted: RegExp): Found[] => operations.filter(({ operation }) => wanted.test(operation.operationId));
const parametersOf = ({ operation: { parameters = [] } }: Found, place: string) =>
  parameters.filter((each) => each.in === place);
/** `Controller_handler member` of what does not hold. */
const names = (found: [Found, { name: string }][]): string[] =>
  found.map(([{ operation }, { name }]) => `${operation.operationId} ${name}`);

describe('a part of a path', () => {
  it('should be a bounded whole number where the route reads an id, and a text elsewhere', () => {
    const wrong = operations.flatMap((each) =>
      parametersOf(each, 'path')
        .filter(({ schema = {} }) => {
          const isId = schema.type === 'integer' && schema.minimum === 1 && schema.maximum === 2_147_483_647;
          return !isId && schema.type !== 'string';
        })
        .map((parameter): [Found, { name: string }] => [each, parameter]),
    );
    expect(names(wrong)).toEqual([]);
  });

  it('should be a text in addresses of the state backend and of a sign-in', () => {
    const parts = named(/^(StateBackend|Oidc)Controller_/).flatMap((each) => parametersOf(each, 'path'));
    expect(parts.length).toBeGreaterThan(6);
    expect(new Set(parts.map(({ schema }) => schema?.type))).toEqual(new Set(['string']));
  });
});

describe('an array of the document', () => {
  it('should say what its members are', () => {
    expect(JSON.stringify(document)).not.toMatch(/"items":(false|true)/);
  });
});

describe('the callers of an operation', () => {
  it('should be known as the route knows them', () => {
    const schemes = ({ operation: { security = [] } }: Found): string =>
      security
        .flatMap((each) => Object.keys(each))
        .toSorted()
        .join();
    const seen = (wanted: (each: Found) => boolean): string[] => [
      ...new Set(operations.filter(wanted).map((each) => schemes(each))),
    ];
    const permits =
      (kind: string) =>
      ({ operation }: Found): boolean =>
        operation['x-permission'] === kind;
    const refusesTokens = ({ operation }: Found): boolean =>
      operation.description?.includes('API tokens are refused') === true;
    expect(seen(permits('state-client'))).toEqual(['basic']);
    expect(seen(permits('runner'))).toEqual(['runner']);
    expect(seen(permits('public'))).toEqual(['']);
    expect(seen(refusesTokens)).toEqual(['cookie']);
    expect(seen((each) => permits('manageProjectResources')(each) && !refusesTokens(each))).toEqual(['bearer,cookie']);
  });
});

describe('a redirect', () => {
  it('should be described as one', () => {
    for (const { operation } of named(/^OidcController_(login|receive)/)) {
      const statuses = Object.keys(operation.responses).filter((status) => /^[23]/.test(status));
      expect([operation.operationId, statuses]).toEqual([operation.operationId, [expect.stringMatching(/^3/)]]);
    }
  });
});

describe('a filter of a list', () => {
  /** A value that the schema does not take; `null` = it takes any text. */
  const wrongFor = ({ type, enum: values, format }: Schema): string | null =>
    type === 'integer' || type === 'number' || type === 'boolean' || values || format ? 'no~such' : null;

  it('should be refused by its name when it is wrong, never dropped', async () => {
    const asked = operations.filter(({ method, path }) => method === 'get' && path.startsWith('/api/'));
    const tried: string[] = [];
    const dropped: string[] = [];
    for (const each of asked) {
      const url = each.path.replace('{projectId}', String(test.projectId)).replace(/\{\w+\}/g, '1');
      for (const { name, schema = {} } of parametersOf(each, 'query')) {
        const wrong = wrongFor(schema);
        if (wrong !== null) {
          const answer = await test.admin.get(`${url}?${name}=${wrong}`);
          const label = `${each.operation.operationId} ${name}`;
          tried.push(label);
          if (answer.status !== 400 || !answer.text.includes(name)) {
            dropped.push(`${label}: ${answer.status}`);
          }
        }
      }
    }
    expect(tried.length).toBeGreaterThan(20);
    expect(dropped).toEqual([]);
  });
});
