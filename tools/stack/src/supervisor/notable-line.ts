const warnLevel = 40;

/**
 * Returns the part of a process's output that belongs on the supervisor's own screen: JSON log records from the level of a warning on,
 * as their message, and plain text that came on the error stream. Undefined for the rest.
 */
export function notableLine(line: string, stream: 'stdout' | 'stderr'): string | undefined {
  const record = parseRecord(line);
  if (record) {
    return levelOf(record) >= warnLevel ? messageOf(record, line) : undefined;
  }
  return stream === 'stderr' && line.trim() !== '' ? line : undefined;
}

function parseRecord(line: string): object | undefined {
  if (!line.startsWith('{')) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'level' in value ? value : undefined;
  } catch {
    return undefined;
  }
}

function levelOf(record: object): number {
  const level = 'level' in record ? record.level : 0;
  return typeof level === 'number' ? level : ['warn', 'error', 'fatal'].includes(String(level)) ? warnLevel : 0;
}

function messageOf(record: object, line: string): string {
  const fields: Record<string, unknown> = { ...record };
  const message = textOf(fields.msg) ?? textOf(fields.message) ?? line;
  const reason = textOf(fields.error) ?? textOf({ ...Object(fields.err) }.message);
  return reason && reason !== message ? `${message}: ${reason}` : message;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
