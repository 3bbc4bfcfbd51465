import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameProcess, processIdentity } from '../process/process-info.js';
import { StartError } from '../start-error.js';

/** Identity of a process, distinct from a later one with the same pid. */
export interface KnownProcess {
  name: string;
  pid: number;
  identity: string;
}

interface Content {
  supervisor: KnownProcess;
  processes: KnownProcess[];
  /** The supervisor is on its way out. */
  stopping: boolean;
}

/** Who runs on a data directory now, read from outside; undefined when nobody does. */
export function readStackRecord(dataDir: string): Content | undefined {
  return parseRecord(recordFile(dataDir));
}

/**
 * The file stack.json of a data directory: the lock that keeps a second supervisor away, and the list of processes that
 * the next one has to end when this one is killed.
 */
export class StackRecord {
  private constructor(
    private readonly file: string,
    private content: Content,
  ) {}

  /**
   * Takes the data directory. Processes that a killed supervisor left stay in the record until they are removed.
   * @throws StartError when a running supervisor holds it
   */
  static claim(dataDir: string): StackRecord {
    const file = recordFile(dataDir);
    const earlier = parseRecord(file);
    if (earlier && isSameProcess(earlier.supervisor)) {
      throw alreadyRunning(dataDir, earlier.supervisor.pid);
    }
    const processes = setAside(file, earlier);
    const content = { supervisor: describeProcess('supervisor', process.pid), stopping: false, processes };
    try {
      writeFileSync(file, JSON.stringify(content, undefined, 2), { flag: 'wx', mode: 0o600 });
    } catch {
      throw alreadyRunning(dataDir, parseRecord(file)?.supervisor.pid);
    }
    return new StackRecord(file, content);
  }

  get processes(): readonly KnownProcess[] {
    return this.content.processes;
  }

  add(name: string, pid: number): void {
    this.write([...this.content.processes, describeProcess(name, pid)]);
  }

  remove(pid: number): void {
    this.write(this.content.processes.filter((known) => known.pid !== pid));
  }

  markStopping(): void {
    this.content = { ...this.content, stopping: true };
    this.write(this.content.processes);
  }

  release(): void {
    rmSync(this.file, { force: true });
  }

  private write(processes: KnownProcess[]): void {
    this.content = { ...this.content, processes };
    const next = `${this.file}.next`;
    writeFileSync(next, JSON.stringify(this.content, undefined, 2), { mode: 0o600 });
    renameSync(next, this.file);
  }
}

/** Moves a dead supervisor's record away: of two that try at once, the rename lets one through. */
function setAside(file: string, earlier: Content | undefined): KnownProcess[] {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return [];
  }
  const taken = parseRecord(aside);
  if (taken && taken.supervisor.identity !== earlier?.supervisor.identity) {
    renameSync(aside, file);
    return [];
  }
  rmSync(aside);
  return taken?.processes ?? [];
}

function recordFile(dataDir: string): string {
  return join(dataDir, 'stack.json');
}

function describeProcess(name: string, pid: number): KnownProcess {
  return { name, pid, identity: processIdentity(pid) ?? '' };
}

function parseRecord(file: string): Content | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isContent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isContent(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && 'supervisor' in value && 'processes' in value;
}

function alreadyRunning(dataDir: string, pid: number | undefined): StartError {
  return new StartError(
    `Switchyard already runs on ${dataDir} (process ${pid ?? 'unknown'}): stop it or choose another directory with --data-dir.`,
  );
}
