import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Answers from this size on are compressed, in bytes; below it a packet is saved at the most. */
const THRESHOLD = 2_048;
/** A fifth of the time of the default quality for about a tenth more bytes. */
const BROTLI_QUALITY = 4;

/**
 * Compresses what clients that accept it are sent: lists, logs, exports. Files of the console come compressed already and
 * pass unchanged. Runners accept no encoding: what they get is sealed and cannot shrink. To be called before the routes
 * are made.
 */
export async function compressAnswers(app: NestFastifyApplication): Promise<void> {
  await app
    .getHttpAdapter()
    .getInstance()
    .register(fastifyCompress, {
      encodings: ['br', 'gzip'],
      threshold: THRESHOLD,
      globalDecompression: false,
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    });
}
