import { describe, expect, it } from '@jest/globals';
import { AnswerConformance, type HeldAnswer } from './answer-conformance.js';

const json = ($ref: string): object => ({ content: { 'application/json': { schema: { $ref } } } });

const conformance = new AnswerConformance({
  paths: {
    '/api/keys/{keyId}': {
      get: { responses: { 200: json('#/components/schemas/Key'), 404: json('#/components/schemas/Error') } },
      delete: { responses: { 204: {} } },
    },
    '/api/export': { get: { responses: { 200: { content: { 'text/csv; charset=utf-8': {} } } } } },
    '/api/keys/count': { get: { responses: { 200: { content: { 'text/plain': {} } } } } },
  },
  components: {
    schemas: {
      Key: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'], additionalProperties: false },
      Error: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
    },
  },
});

const JSON_TYPE = { method: 'GET', status: 200, mediaType: 'application/json' };
const key = { ...JSON_TYPE, path: '/api/keys/7?x=1', body: '{"id":7}' };

describe(AnswerConformance.name, () => {
  it.each<[string, HeldAnswer]>([
    ['a body of the schema', key],
    ['a body that was not read', { ...key, body: undefined }],
    ['a refusal', { ...key, status: 404, body: '{"error":"no"}' }],
    ['no body where there is none', { ...key, method: 'DELETE', status: 204, mediaType: '', body: '' }],
    ['the literal path before the one with a parameter', { ...key, path: '/api/keys/count', mediaType: 'text/plain' }],
    [
      'a type whose charset the document names',
      { ...JSON_TYPE, path: '/api/export', mediaType: 'text/csv', body: 'a' },
    ],
    ['what the browser has already', { ...key, status: 304, mediaType: '', body: '' }],
    ['a path that is not of the document', { ...key, path: '/api/elsewhere/7/8' }],
    ['a server that is ended', { ...key, status: 502, mediaType: 'text/html', body: '<html>' }],
  ])('should find nothing wrong with %s', (_, answer) => {
    expect(conformance.hold(answer)).toBeNull();
  });

  it.each<[string, HeldAnswer, RegExp]>([
    ['a status', { ...key, status: 409 }, /^GET \/api\/keys\/\{keyId\} 409: is no status of the document$/],
    ['a media type', { ...key, mediaType: 'text/html' }, /is text\/html, not application\/json/],
    ['a missing member', { ...key, body: '{}' }, /must have required property 'id'/],
    ['a member that is not documented', { ...key, body: '{"id":7,"token":"x"}' }, /additional properties/],
    ['a body that is cut off', { ...key, body: '{"id":' }, /is no JSON/],
    ['an error without its text', { ...key, status: 404, body: '{}' }, /must have required property 'error'/],
    ['a body where there is none', { ...key, method: 'DELETE', status: 204, body: '{}' }, /has a body/],
  ])('should find %s that is not of the document', (_, answer, fault) => {
    expect(conformance.hold(answer)).toMatch(fault);
  });
});
