import { z } from 'zod';
import { Integer } from '../primitives/number.js';
import { Id, Time } from '../primitives/primitives.js';
import { MaskedPlaces } from './masked-places.js';
import { TaskStatus } from './status.js';

/** One record of `GET …/output`. `id` is the 1-based line number. */
export const TaskOutput = z.object({
  id: z.int(),
  task_id: Id,
  time: Time,
  output: z.string(),
  task: z.literal(''),
});
export type TaskOutput = z.infer<typeof TaskOutput>;

/** Most lines of one range request. */
export const MAX_LINES_PER_REQUEST = 5_000;

/** A line number. */
const Line = Integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

/** How many lines are wanted. */
const LineCount = Integer({ min: 1, max: MAX_LINES_PER_REQUEST });

/** Query of `GET …/output`: `after` = id of the last line already known, `limit` = most lines wanted. Both absent = the whole log. */
export const OutputQuery = z.object({
  after: Line.optional(),
  limit: LineCount.optional(),
});

/** Query of `GET …/lines`: `after` = 0-based index of the first line wanted, or `tail` = the last so many lines. */
export const LinesQuery = z.object({
  after: Line.optional(),
  limit: LineCount.default(500),
  tail: LineCount.optional(),
});
export type LinesQuery = z.infer<typeof LinesQuery>;

/**
 * A run of consecutive log lines. `first` is 0-based; `times` are epoch milliseconds and `kinds` {@link LogLineKind}
 * values, one per line. `total` counts all lines stored so far; `sgr` is the colour state (SGR parameters such as
 * `1;31`) in force before the first line. `next` is the line behind the last one here: an answer with many bytes ends before
 * the requested limit, and goes on there while `next` is below `total`. `attempt` numbers the try whose log this is, from 1.
 * `masked` is absent when no secret stood in these lines.
 */
export const LogLines = z.object({
  attempt: z.int(),
  total: z.int(),
  first: z.int(),
  next: z.int(),
  sgr: z.string(),
  lines: z.array(z.string()),
  times: z.array(z.number()),
  kinds: z.array(z.number()),
  masked: MaskedPlaces.optional(),
});
export type LogLines = z.infer<typeof LogLines>;

/** One phase of a log: `line` is 0-based, `time` epoch milliseconds, `text` as for the kind `section`. */
export const LogSection = z.object({ line: z.int(), time: z.number(), text: z.string() });
export type LogSection = z.infer<typeof LogSection>;

/** `true` or `false` in a query, also in the other usual words. */
const Switch = z.string().max(8).pipe(z.stringbool());

/** Query of `GET …/raw_output`: with `colours` the lines keep the control sequences of their tool. */
export const RawOutputQuery = z.object({ colours: Switch.default(false) });

/**
 * Query of `GET …/search`. Colours are removed before matching. `invert` = lines without a match are found. `after` = 0-based
 * number of the first line looked at. `first` = the answer ends with the part of the log in which the first lines are found.
 */
export const LogSearchQuery = z.object({
  q: z.string().min(1).max(500),
  regex: Switch.default(false),
  case: Switch.default(false),
  invert: Switch.default(false),
  after: Line.default(0),
  first: Switch.default(false),
});
export type LogSearchQuery = z.infer<typeof LogSearchQuery>;

/**
 * Answer of `GET …/search`: how many lines match, and the 0-based numbers of the first {@link MAX_SEARCH_HITS} of them.
 * `next` = the line to go on from when the time of one search did not suffice, or the first lines were wanted; `null` = the whole log
 * was searched.
 */
export const LogSearchResult = z.object({
  count: z.int(),
  lines: z.array(z.int()),
  truncated: z.boolean(),
  next: z.int().nullable(),
});
export type LogSearchResult = z.infer<typeof LogSearchResult>;
export const MAX_SEARCH_HITS = 10_000;

/**
 * Answer of `GET …/log_archive`: how many lines of the log are archived, in how many segments of how many bytes, and since when the
 * last of them is; null = none are.
 */
export const LogArchiveFacts = z.object({
  lines: z.int(),
  segments: z.int(),
  bytes: z.number(),
  archived: Time.nullable(),
});
export type LogArchiveFacts = z.infer<typeof LogArchiveFacts>;

/** Query of `GET …/log_archive/check`: `after` = 0-based number of the first line looked at. */
export const LogArchiveQuery = z.object({ after: Line.default(0) });
export type LogArchiveQuery = z.infer<typeof LogArchiveQuery>;

/**
 * Answer of `GET …/log_archive/check`: how many segments have the checksum that they were written with, and the lines of the others,
 * 0-based. `next` = the line to go on from when the time of one check did not suffice; null = all were checked.
 */
export const LogArchiveCheck = z.object({
  intact: z.int(),
  lost: z.array(z.object({ first: z.int(), count: z.int() })),
  next: z.int().nullable(),
});
export type LogArchiveCheck = z.infer<typeof LogArchiveCheck>;

/** Most tasks of a template whose logs one search reads. */
export const MAX_SEARCHED_TASKS = 50;

/** Query of `GET …/templates/{id}/logs/search`, as of {@link LogSearchQuery}; `before` = id of a task: only older ones. */
export const TemplateLogQuery = LogSearchQuery.omit({ after: true, first: true, invert: true }).extend({
  before: Line.optional(),
});
export type TemplateLogQuery = z.infer<typeof TemplateLogQuery>;

/**
 * A task whose log has matches. `count` lines match, or more when `truncated`; `line` is the first of them, 0-based, `text` its text. Of a
 * log with lines that cannot be read nothing is counted: `line` is the first of these, `text` the error.
 */
export const TaskLogMatch = z.object({
  task_id: Id,
  status: TaskStatus,
  created: Time,
  count: z.int(),
  truncated: z.boolean(),
  line: z.int(),
  text: z.string(),
});
export type TaskLogMatch = z.infer<typeof TaskLogMatch>;

/**
 * Answer of `GET …/templates/{id}/logs/search`: the newest tasks first. `searched` = how many logs were read; `next` = the `before` to
 * go on with; null = there are no older tasks.
 */
export const TemplateLogMatches = z.object({
  tasks: z.array(TaskLogMatch),
  searched: z.int(),
  next: z.int().nullable(),
});
export type TemplateLogMatches = z.infer<typeof TemplateLogMatches>;
