import { Injectable } from '@nestjs/common';
import type { LogArchiveCheck as Checked, LogArchiveFacts } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { ARCHIVE_CHECK_MS } from '../../platform/bounds.js';
import { LogReader } from './log-reader.js';
import { LogArchive } from './archive/log-archive.js';
import { findArchiveFacts, findSegments } from './archive/log-segment.repository.js';
import { LinesLost } from './lines-lost.js';

/** Checks which lines of a task's log are archived, and whether they are still what was written. */
@Injectable()
export class LogArchiveCheck {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: LogReader,
    private readonly archive: LogArchive,
  ) {}

  async facts(taskId: number): Promise<LogArchiveFacts> {
    const { attempt } = await this.reader.extent(taskId);
    const { archived, ...facts } = await findArchiveFacts(this.dataSource.manager, taskId, attempt);
    return { ...facts, archived: archived?.toISOString() ?? null };
  }

  /**
   * Reads the archived lines from `after` on, one segment at least and then for a while.
   * @throws OutsideError 503 when the blob store cannot be reached
   */
  async check(taskId: number, after: number, aborted: () => boolean): Promise<Checked> {
    const end = Date.now() + ARCHIVE_CHECK_MS;
    const { attempt, archived = 0 } = await this.reader.extent(taskId);
    const checked: Checked = { intact: 0, lost: [], next: null };
    for (let line = after; line < archived;) {
      const [segment] = await findSegments(this.dataSource.manager, taskId, attempt, {
        from: line,
        end: archived,
        order: 'asc',
      });
      if (!segment) {
        break;
      }
      if (line > after && (aborted() || Date.now() > end)) {
        return { ...checked, next: line };
      }
      const { first_line: first, line_count: count } = segment;
      const isIntact = await this.archive.read(taskId, segment).then(() => true, isLost);
      checked.intact += isIntact ? 1 : 0;
      checked.lost.push(...(isIntact ? [] : [{ first, count }]));
      line = first + count;
    }
    return checked;
  }
}

function isLost(error: unknown): false {
  if (error instanceof LinesLost) {
    return false;
  }
  throw error;
}
