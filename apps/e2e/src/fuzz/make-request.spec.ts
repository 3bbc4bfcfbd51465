import { describe, expect, it } from '@jest/globals';
import { Random } from '../chaos/random.js';
import { type ApiDocument, operationsOf } from './api-document.js';
import { makeRequest } from './make-request.js';
import { nameOf, type Target, targetsOf } from './places.js';

const DOCUMENT: ApiDocument = {
  paths: {
    '/api/project/{projectId}/things': {
      post: {
        parameters: [
          { in: 'path', name: 'projectId', schema: { type: 'integer' } },
          { in: 'query', name: 'sort', schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name', 'list'],
        properties: {
          name: { type: 'string', maxLength: 255 },
          list: { type: 'array', items: { type: 'object', properties: { key_id: { type: 'integer' } } } },
        },
      },
    },
  },
};
const KNOWN = new Map([
  ['project', 7],
  ['key', 11],
]);

describe('the generator of hostile requests', () => {
  const targets = operationsOf(DOCUMENT).flatMap(targetsOf);
  const requestAt = (name: string, seed: number) => {
    const target = targets.find((each) => nameOf(each).endsWith(name)) as Target;
    return makeRequest(new Random(seed), target, KNOWN);
  };
  const many = Array.from({ length: 200 }, (_, seed) => seed);

  it('should find every parameter and every member of the body, behind references too', () => {
    expect(targets.map(nameOf).map((name) => name.replace('POST /api/project/{projectId}/things ', ''))).toEqual([
      'nowhere',
      'head',
      'body',
      'path projectId',
      'query sort',
      'body name',
      'body list',
      'body list.0',
      'body list.0.key_id',
    ]);
  });

  it('should make the same request of the same seed and others of other seeds', () => {
    expect(requestAt('body name', 3)).toEqual(requestAt('body name', 3));
    expect(new Set(many.map((seed) => String(requestAt('body name', seed).body))).size).toBeGreaterThan(100);
  });

  it('should be valid everywhere but at its place', () => {
    for (const seed of many) {
      expect(requestAt('body name', seed).target).toMatch(/^\/api\/project\/7\/things(\?sort=\w+)?$/);
      const { list } = JSON.parse(String(requestAt('query sort', seed).body)) as { list: { key_id?: number }[] };
      expect([undefined, 11]).toContain(list[0]?.key_id);
    }
  });

  it('should send what no serializer writes', () => {
    const bodies = many.map((seed) => String(requestAt('body name', seed).body));
    expect(bodies.some((body) => body.includes('1e309'))).toBe(true);
    expect(bodies.some((body) => body.includes('\\ud800'))).toBe(true);
    expect(bodies.some((body) => body.includes('"__proto__":'))).toBe(true);
    expect(bodies.some((body) => body.includes('\\u0000'))).toBe(true);
  });

  it('should write paths and queries that can be sent', () => {
    for (const name of ['path projectId', 'query sort', 'head']) {
      many.forEach((seed) => expect(requestAt(name, seed).target).toMatch(/^\/[\u0021-\u007e]*$/));
    }
  });
});
