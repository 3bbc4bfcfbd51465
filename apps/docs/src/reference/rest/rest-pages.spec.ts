import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from '../../site/places.mjs';
import { REST_GROUPS } from './rest-groups.mjs';
import { restPages } from './rest-pages.mjs';

const KEY = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255 },
    type: { anyOf: [{ type: 'string', enum: ['none', 'ssh'] }, { type: 'null' }] },
    owner: { type: 'object', properties: { id: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } } },
    tags: { type: 'array', maxItems: 5, items: { type: 'object', properties: { colour: { type: 'string' } } } },
  },
};
const answer = {
  description: 'Success',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Key' } } },
};
const call = {
  tags: ['Keys'],
  summary: 'Create',
  description: 'Members of the project.',
  'x-permission': 'manageProjectResources',
  security: [{ cookie: [] }, { bearer: [] }],
  parameters: [
    { in: 'path', name: 'projectId', required: true, schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } },
  ],
  requestBody: { content: { 'application/json': { schema: KEY } } },
  responses: { 201: answer, 400: {}, 413: { description: 'The body is larger than 64 KiB' } },
};
const PATH = '/api/project/{projectId}/keys';

const pageOf = (paths: Parameters<typeof restPages>[0]['paths']): string =>
  restPages({ paths, components: { schemas: { Key: KEY } } })['reference/rest/keys.md'] ?? '';

describe('the REST reference', () => {
  const text = pageOf({ [PATH]: { post: call } });

  it('should have the call, who may do it and how it refuses', () => {
    expect(text).toContain('## `POST /api/project/{projectId}/keys`\n\n**Create.** Members of the project.\n');
    expect(text).toContain('Permission: `manageProjectResources`');
    expect(text).toContain('Refuses with 400, 413 (the body is larger than 64 KiB).');
  });

  it('should say why a call refuses where the reason is its own, and leave out what all calls share', () => {
    const responses = { 404: { description: 'It is not there.' }, 422: { description: 'The key was used.' } };
    const others = Array.from({ length: 10 }, (_, index) => [
      `/api/${index}`,
      { get: { ...call, responses: { 404: responses[404] } } },
    ]);
    const pages = pageOf({ ...Object.fromEntries(others), [PATH]: { post: { ...call, responses } } });
    expect(pages).toContain('Refuses with 404, 422 (the key was used).');
    expect(pages).not.toContain('it is not there');
  });

  it('should have parameters and members of the body with their bounds, also below others', () => {
    expect(text).toContain('| `projectId` | path | number, from 1 | yes |');
    expect(text).toContain('| `name` | text, 1 to 255 characters | yes |');
    expect(text).toContain('| `type` | `"none"`, `"ssh"` or null |  |');
    expect(text).toContain('| `owner.id` | number, from 1 |  |');
    expect(text).toContain('| `tags` | list of object (at most 5) |  |');
    expect(text).toContain('| `tags[].colour` | text |  |');
  });

  it('should have a request with what must be sent, and an answer with all', () => {
    expect(text).toContain('curl -X POST -H "Authorization: Bearer $SWITCHYARD_TOKEN"');
    expect(text).toContain(`-d '{"name":"Example"}'`);
    expect(text).toContain('"$SWITCHYARD_SERVER/api/project/1/keys"');
    expect(text).toMatch(/Answers 201, for example:[^]*"type": "none",[^]*"id": 1[^]*"colour": "text"/);
  });

  it('should show a body and an answer once, and name that call where they come again', () => {
    const both = pageOf({ [PATH]: { post: call }, '/api/keys': { put: call } });
    expect(both).toContain('Body: as of `POST /api/project/{projectId}/keys`.');
    expect(both).toContain('Answers 201, as `POST /api/project/{projectId}/keys`.');
  });

  it('should give no example of a signed request of a runner', () => {
    expect(pageOf({ [PATH]: { post: { ...call, security: [{ runner: [] }] } } })).not.toContain('curl');
  });

  it('should refuse a call that is on no page', () => {
    expect(() => pageOf({ [PATH]: { post: { ...call, tags: ['Unknown'] } } })).toThrow('"Unknown"');
  });

  it('should have every controller of the api on one page', () => {
    const source = path.join(root, 'apps/api/src');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.includes('testing'),
    );
    const controllers = files
      .map((file) => readFileSync(path.join(source, file), 'utf8'))
      .filter((code) => code.includes('@Controller('))
      .flatMap((code) => [...code.matchAll(/^(?:export )?class (\w+)Controller\b/gm)].map(([, name = '']) => name));
    const tags = Object.values(REST_GROUPS).flatMap((group) => group.tags);
    expect(controllers.length).toBeGreaterThan(50);
    expect(controllers.filter((name) => !tags.includes(name))).toEqual([]);
    expect(tags.filter((tag, index) => tags.indexOf(tag) !== index)).toEqual([]);
  });
});
