import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  allows,
  type LinesQuery,
  type LogArchiveCheck as CheckedArchive,
  type LogArchiveFacts,
  type LogLines,
  type LogOutline,
  type LogSearchQuery,
  type LogSearchResult,
  type LogSection,
  MAX_LINES_PER_REQUEST,
  withoutSecretNames,
} from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import type { ProjectAccess } from '../../auth/access/caller.js';
import { notFound } from '../../platform/http/refusals.js';
import { LogArchiveCheck } from './log-archive-check.js';
import { isTaskOf } from './log-chunk.repository.js';
import { LogOutlines } from './log-outlines.js';
import { LogReader } from './log-reader.js';
import { LogSearch } from './log-search.js';
import { LogStream } from './log-stream.js';

/** The project of a log, and what its reader may do there. */
type LogAccess = Pick<ProjectAccess, 'projectId' | 'permissions'>;

/** Reads logs for people; every call proves first that the task belongs to the project. */
@Injectable()
export class TaskLogs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: LogReader,
    private readonly stream: LogStream,
    private readonly finder: LogSearch,
    private readonly outlines: LogOutlines,
    private readonly archives: LogArchiveCheck,
  ) {}

  /** The whole log, or the records after the id `after`. */
  async output(
    projectId: number,
    taskId: number,
    { after, limit }: { after?: number | undefined; limit?: number | undefined },
  ): Promise<Readable> {
    await this.requireTask(projectId, taskId);
    const most = limit ?? (after === undefined ? undefined : MAX_LINES_PER_REQUEST);
    return this.stream.output(taskId, after, most);
  }

  async raw(projectId: number, taskId: number, colours: boolean): Promise<Readable> {
    await this.requireTask(projectId, taskId);
    return this.stream.raw(taskId, colours);
  }

  /** Those who manage the resources of the project also learn what the masked secrets are called. */
  async lines({ projectId, permissions }: LogAccess, taskId: number, query: LinesQuery): Promise<LogLines> {
    await this.requireTask(projectId, taskId);
    const answer = await (query.tail === undefined
      ? this.reader.range(taskId, { first: query.after ?? 0, limit: query.limit })
      : this.reader.tail(taskId, query.tail));
    return allows(permissions, 'manageProjectResources') ? answer : withoutSecretNames(answer);
  }

  async sections(projectId: number, taskId: number): Promise<LogSection[]> {
    await this.requireTask(projectId, taskId);
    return (await this.reader.phases(taskId)).sections;
  }

  async outline(projectId: number, taskId: number, after: number, aborted: () => boolean): Promise<LogOutline> {
    await this.requireTask(projectId, taskId);
    return this.outlines.read(taskId, after, aborted);
  }

  async archive(projectId: number, taskId: number): Promise<LogArchiveFacts> {
    await this.requireTask(projectId, taskId);
    return this.archives.facts(taskId);
  }

  async checkArchive(
    projectId: number,
    taskId: number,
    after: number,
    aborted: () => boolean,
  ): Promise<CheckedArchive> {
    await this.requireTask(projectId, taskId);
    return this.archives.check(taskId, after, aborted);
  }

  async search(
    projectId: number,
    taskId: number,
    query: LogSearchQuery,
    aborted: () => boolean,
  ): Promise<LogSearchResult> {
    await this.requireTask(projectId, taskId);
    return this.finder.find(taskId, query, aborted);
  }

  private async requireTask(projectId: number, taskId: number): Promise<void> {
    if (!(await isTaskOf(this.dataSource.manager, projectId, taskId))) {
      throw notFound();
    }
  }
}
