import { guessedColumns, LogMasks, MASK, type SecretName, unpackMasks } from '@switchyard/contracts';
import type { StoredChunk } from './stored-chunk.js';

/** A place of a secret within a line. */
export interface LineMask {
  /** In UTF-16 units. */
  column: number;
  name: SecretName | null;
}

/** The places of secrets in a chunk by the number of their line within it. */
export type ChunkMasks = ReadonlyMap<number, readonly LineMask[]>;

const NONE: ChunkMasks = new Map();

/**
 * Where secrets stood in the lines of a chunk. Of a chunk whose runner sent none, every `***` that does not look like
 * decoration of a tool counts, without a name.
 * @param lines of the chunk, as they are read
 */
export function masksOf({ masks }: Pick<StoredChunk, 'masks'>, lines: readonly string[]): ChunkMasks {
  if (masks === '') {
    return NONE;
  }
  return masks === null ? guessed(lines) : placed(readMasks(masks), lines);
}

function guessed(lines: readonly string[]): ChunkMasks {
  const found = new Map<number, LineMask[]>();
  lines.forEach((text, line) => {
    const columns = guessedColumns(text);
    if (columns.length > 0) {
      found.set(
        line,
        columns.map((column) => ({ column, name: null })),
      );
    }
  });
  return found;
}

function readMasks(text: string): ReturnType<typeof unpackMasks> {
  try {
    return unpackMasks(LogMasks.parse(JSON.parse(text)));
  } catch {
    return [];
  }
}

/** A place that holds no stars, as in a chunk that is stored damaged, is left out. */
function placed(masks: ReturnType<typeof unpackMasks>, lines: readonly string[]): ChunkMasks {
  const found = new Map<number, LineMask[]>();
  let line = 0;
  let begin = 0;
  let size = sizeOf(lines[0]);
  for (const { at, name } of masks) {
    while (line < lines.length && at >= begin + size) {
      begin += size;
      size = sizeOf(lines[++line]);
    }
    const text = lines[line] ?? '';
    const column = columnAt(text, at - begin, size);
    if (text.startsWith(MASK, column)) {
      const known = found.get(line) ?? [];
      known.push({ column, name });
      found.set(line, known);
    }
  }
  return found;
}

/** Bytes of a line with its end. */
const sizeOf = (line = ''): number => Buffer.byteLength(line) + 1;

const columnAt = (line: string, offset: number, size: number): number =>
  size === line.length + 1 ? offset : Buffer.from(line).toString('utf8', 0, offset).length;
