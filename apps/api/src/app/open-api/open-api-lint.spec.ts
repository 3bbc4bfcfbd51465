import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from '@switchyard/server';
import { lintDocument } from '@switchyard/testing';
import type { ApiInfrastructure } from '../../platform/infrastructure/open-infrastructure.js';
import { AppModule } from '../app.module.js';
import { API_DOCUMENT } from './api-document.js';

describe('the OpenAPI document', () => {
  it('should pass the recommended rules of a linter', async () => {
    // Nothing of the app is made: the document is that of its routes.
    const root = AppModule.forRoot({ config: {} } as ApiInfrastructure);
    const app = await NestFactory.create(root, new FastifyAdapter(), {
      preview: true,
      logger: false,
      abortOnError: false,
    });
    const document = await openApiDocument(app, API_DOCUMENT);
    expect(Object.keys(document.paths).length).toBeGreaterThan(200);
    expect(await lintDocument(document)).toEqual([]);
  }, 60_000);
});
