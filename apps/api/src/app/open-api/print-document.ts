import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { openApiDocument } from '@switchyard/server';
import type { ApiInfrastructure } from '../../platform/infrastructure/open-infrastructure.js';
import { AppModule } from '../app.module.js';
import { API_DOCUMENT } from './api-document.js';

/** The OpenAPI document of this version. It needs no setting and no service: of the app nothing but its routes is looked at. */
export async function previewDocument(): ReturnType<typeof openApiDocument> {
  const root = AppModule.forRoot({ config: {} } as ApiInfrastructure);
  const app = await NestFactory.create(root, new FastifyAdapter(), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return openApiDocument(app, API_DOCUMENT);
}

/** Writes the document to the standard output. */
export async function printDocument(): Promise<void> {
  process.stdout.write(`${JSON.stringify(await previewDocument())}\n`);
}
