import { Injectable } from '@nestjs/common';
import {
  type LogSearchQuery,
  type LogSearchResult,
  MAX_SEARCHED_TASKS,
  stripAnsi,
  type TaskLogMatch,
  type TemplateLogMatches,
  type TemplateLogQuery,
} from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { SEARCH_MS } from '../../platform/bounds.js';
import { notFound } from '../../platform/http/refusals.js';
import { LinesLost } from './lines-lost.js';
import { findTasksOfTemplate, type TaskOfTemplate } from './log-chunk.repository.js';
import { LogReader } from './log-reader.js';
import { LogSearch } from './log-search.js';

/** Ids are below it. */
const ANY_ID = 2_147_483_647;
/** Most characters that are shown of a line that matches. */
const MAX_SHOWN = 500;

/** A log with lines that cannot be read is shown at the first of these. */
function lostLine(error: unknown): LogSearchResult {
  if (error instanceof LinesLost) {
    return { count: 0, lines: [error.line], truncated: true, next: null };
  }
  throw error;
}

/** Finds lines in the logs of the newest tasks of a template, one log after the other, for a bounded time. */
@Injectable()
export class TemplateLogSearch {
  constructor(
    private readonly dataSource: DataSource,
    private readonly finder: LogSearch,
    private readonly reader: LogReader,
  ) {}

  /** @throws 404 for a template of another project, and as {@link LogSearch.find} */
  async find(
    projectId: number,
    templateId: number,
    { before = ANY_ID, ...pattern }: TemplateLogQuery,
    aborted: () => boolean,
  ): Promise<TemplateLogMatches> {
    const range = { before, limit: MAX_SEARCHED_TASKS };
    const tasks = await findTasksOfTemplate(this.dataSource.manager, projectId, templateId, range);
    if (tasks === null) {
      throw notFound();
    }
    const end = Date.now() + SEARCH_MS;
    const found: TaskLogMatch[] = [];
    let searched = 0;
    for (const task of tasks) {
      if (searched > 0 && (aborted() || Date.now() > end)) {
        break;
      }
      found.push(...(await this.searchTask(task, { ...pattern, invert: false, after: 0, first: false }, aborted)));
      searched += 1;
    }
    const isWhole = searched === tasks.length && tasks.length < MAX_SEARCHED_TASKS;
    return { tasks: found, searched, next: isWhole ? null : (tasks[searched - 1]?.id ?? null) };
  }

  private async searchTask(
    { id, status, created }: TaskOfTemplate,
    query: LogSearchQuery,
    aborted: () => boolean,
  ): Promise<TaskLogMatch[]> {
    const { count, lines, truncated } = await this.finder.find(id, query, aborted).catch(lostLine);
    const [line] = lines;
    if (line === undefined) {
      return [];
    }
    const [text = ''] = (await this.reader.range(id, { first: line, limit: 1 })).lines;
    const shown = stripAnsi(text).slice(0, MAX_SHOWN);
    return [{ task_id: id, status, created: created.toISOString(), count, truncated, line, text: shown }];
  }
}
