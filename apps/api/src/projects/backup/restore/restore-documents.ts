import { Body, Injectable, type OnApplicationShutdown, type PipeTransform } from '@nestjs/common';
import { BackupDocument } from '@switchyard/contracts';
import { describeBody, invalidRequest, UserError } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { ownFile } from '../../../own-file.js';
import {
  DOCUMENT_LIMITS,
  DOCUMENT_MS,
  DOCUMENT_THREAD_MIB,
  DOCUMENT_WAIT_MS,
  MAX_FILE_VALUES,
  MAX_WAITING_DOCUMENTS,
  MAX_WAITING_DOCUMENTS_OF_USER,
  SMALL_DOCUMENT_BYTES,
} from '../../../platform/bounds.js';
import { refusal } from '../../../platform/http/refusals.js';
import { BoundedWork, movable } from '../../../platform/workers/bounded-work.js';
import { mapInTurns } from '../../../platform/workers/in-turns.js';
import { JobEnded, WorkersBusy } from '../../../platform/workers/worker-pool.js';
import { type DocumentJob, type DocumentPiece, splitDocument, type SplitDocument } from './split-document.js';

/** True for calls whose body stays bytes, until a thread has parsed it. */
export const isRestoreCall = ({ url }: Pick<FastifyRequest, 'url'>): boolean =>
  /^\/api\/(projects\/restore|project\/\d+\/apply)(\/|\?|$)/.test(url);

/** The bytes of a file that is restored. {@link RestoreDocuments} reads them. */
export const FileBody: ParameterDecorator = (target, method, index) => {
  Body(new FileBytes())(target, method, index);
  describeBody(BackupDocument, target, method);
};

class FileBytes implements PipeTransform<unknown, Buffer> {
  readonly schema = BackupDocument;

  transform(body: unknown): Buffer {
    return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  }
}

/** Reads the files that are restored: small ones at once, others in a thread, from where they come in pieces. */
@Injectable()
export class RestoreDocuments implements OnApplicationShutdown {
  private readonly work = new BoundedWork<DocumentJob, SplitDocument>(splitDocument, {
    file: ownFile('projects/backup/restore/document-thread.js'),
    threads: 1,
    memoryMib: DOCUMENT_THREAD_MIB,
    maxWaiting: MAX_WAITING_DOCUMENTS,
    maxWaitingOfKey: MAX_WAITING_DOCUMENTS_OF_USER,
    waitMs: DOCUMENT_WAIT_MS,
    limitMs: DOCUMENT_MS,
    here: DOCUMENT_LIMITS,
    away: DOCUMENT_LIMITS,
  });

  onApplicationShutdown(): Promise<void> {
    return this.work.close();
  }

  /** @throws 400 when it is no backup, 429 when too many wait */
  async read(userId: number, body: Buffer): Promise<BackupDocument> {
    const job = { bytes: body, maxValues: MAX_FILE_VALUES };
    const small = body.length <= SMALL_DOCUMENT_BYTES ? job : null;
    const read = await this.work.run({ key: `user:${userId}`, small, sent: () => sent(job) }).catch(refuse);
    if ('issues' in read) {
      throw invalidRequest(read.issues);
    }
    if ('fault' in read) {
      throw new UserError(400, read.fault);
    }
    return joined(read.pieces);
  }
}

function sent(job: DocumentJob) {
  const bytes = movable(job.bytes);
  return { job: { ...job, bytes }, transfer: [bytes.buffer] };
}

/** The document of its pieces, each parsed in a turn of its own. It was held against the schema before it was cut. */
async function joined(pieces: readonly DocumentPiece[]): Promise<BackupDocument> {
  const document = new Map<string, unknown>();
  await mapInTurns(pieces, ({ member, isList, json }) => {
    const value: unknown = JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8'));
    const known = document.get(member);
    document.set(member, isList && Array.isArray(known) ? known.concat(value) : value);
  });
  return Object.fromEntries(document) as BackupDocument;
}

function refuse(error: unknown): never {
  if (error instanceof WorkersBusy || error instanceof JobEnded) {
    throw refusal(429, 'too_many_requests');
  }
  throw error;
}
