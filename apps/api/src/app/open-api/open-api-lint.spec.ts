import { describe, expect, it } from '@jest/globals';
import { lintDocument } from '@switchyard/testing';
import { previewDocument } from './print-document.js';

describe('the OpenAPI document', () => {
  it('should pass the recommended rules of a linter', async () => {
    const document = await previewDocument();
    expect(Object.keys(document.paths).length).toBeGreaterThan(200);
    expect(await lintDocument(document)).toEqual([]);
  }, 60_000);
});
