import type { LogFailure } from '@switchyard/contracts';
import { ChunkStore } from './chunk-store.js';
import { FrameGate } from './frame-gate.js';
import { LiveTail } from './live-tail.js';
import { Observable } from './observable.js';
import { OPENING_LINES } from './opening-lines.js';
import { Outline } from './outline.js';
import type { GroupBody } from '../phases/groups.js';
import { readSection, withSection, type Section } from '../phases/sections.js';
import { lineKind, type LogBatch, type LogConnection, type LogLine, type LogSource, type OpenLine } from '../types.js';

const RETRY_MS = 2_000;
/** In a longer log, headings are looked for only where the tool is known to write them: the whole log is read for it. */
const MAX_UNSURE_LINES = 200_000;

const none: readonly never[] = [];

/** `version` changes with every change of the lines held. */
export interface LogStatus {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly connection: LogConnection;
  readonly version: number;
}

interface Session {
  readonly abort: AbortController;
  readonly chunks: ChunkStore;
  readonly tail: LiveTail;
  readonly outline: Outline;
  /** Whether headings are looked for in what arrives. */
  follows: boolean;
  /** The log was live at some moment, so that an answer may lack what came after it. */
  grew: boolean;
}

/** The lines of one log: its end in memory, the rest in chunks, its sections, and whether it still grows. */
export class LogStore {
  readonly state = new Observable<LogStatus>({ phase: 'loading', connection: 'off', version: 0 });
  #sections: readonly Section[] = [];
  #session: Session | undefined;
  #unsubscribe: (() => void) | undefined;
  #live = false;
  readonly #retries = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #gate = new FrameGate(() => this.#patch({ version: this.state.get().version + 1 }));

  /** @param hasHeadings the tool is known to write headings */
  constructor(
    private readonly source: LogSource,
    private readonly hasHeadings = false,
  ) {}

  get total(): number {
    return this.#session?.tail.end ?? 0;
  }

  get sections(): readonly Section[] {
    return this.#sections;
  }

  get(line: number): LogLine | undefined {
    const session = this.#session;
    if (!session) {
      return undefined;
    }
    return line >= session.tail.first ? session.tail.get(line) : session.chunks.get(line);
  }

  /** The line behind the last one, while it has no end and the log is followed; the same object until it changes. */
  get openLine(): LogLine | undefined {
    return this.#live ? this.#session?.tail.openLine : undefined;
  }

  /** The tool's headings, with what stands under them. */
  get groups(): readonly GroupBody[] {
    return this.#session?.outline.bodies(this.#sections) ?? [];
  }

  groupAt(line: number): GroupBody | undefined {
    return this.#session?.outline.at(line, this.#sections);
  }

  /** The lines in which hosts failed; the same list until it changes. */
  get failures(): readonly LogFailure[] {
    return this.#session?.outline.failures ?? none;
  }

  /** Fetches what is missing of these lines, the first ones first. */
  want(lines: Iterable<number>): void {
    this.#session?.chunks.want(lines, this.#session.tail.first);
  }

  /** Loads the end of the log and its sections; again after a failure. */
  open(): void {
    this.close();
    const session = this.#newSession();
    this.#session = session;
    this.#patch({ phase: 'loading' });
    if (this.#live) {
      this.#subscribe();
    }
    void this.#load(session);
    void this.#loadSections(session);
  }

  close(): void {
    this.#leave();
    for (const timer of this.#retries.values()) {
      clearTimeout(timer);
    }
    this.#gate.cancel();
    this.#session?.abort.abort();
    this.#session?.chunks.close();
    this.#session?.tail.close();
    this.#session = undefined;
  }

  /** Follows the live stream, or leaves it and fetches what it may not have sent. */
  setLive(live: boolean): void {
    if (live === this.#live) {
      return;
    }
    this.#live = live;
    if (!this.#session) {
      return;
    }
    this.#session.grew = true;
    if (live) {
      this.#subscribe();
    } else {
      this.#leave();
    }
    this.#catchUp();
  }

  #subscribe(): void {
    this.#unsubscribe = this.source.subscribe({
      onBatch: (batch) => this.#receive(batch),
      onOpenLine: (open) => this.#receiveOpen(open),
      onState: (state) => this.#connected(state),
    });
  }

  #leave(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#patch({ connection: 'off' });
  }

  #newSession(): Session {
    const fetchLines = this.source.fetchLines.bind(this.source);
    const changed = (batch: LogBatch): void => this.#changed(batch);
    return {
      abort: new AbortController(),
      chunks: new ChunkStore({ fetchLines, onLoaded: changed }),
      tail: new LiveTail({ fetchLines, onAdded: changed }),
      outline: new Outline(),
      follows: false,
      grew: this.#live,
    };
  }

  async #load(session: Session): Promise<void> {
    try {
      const answer = await this.source.fetchLines({ tail: OPENING_LINES }, session.abort.signal);
      if (session !== this.#session) {
        return;
      }
      session.tail.restart(answer);
      this.#patch({ phase: 'ready' });
      if (this.hasHeadings || answer.total <= MAX_UNSURE_LINES) {
        void this.#loadOutline(session);
      }
      if (session.grew) {
        this.#catchUp();
      }
    } catch {
      if (session === this.#session) {
        this.#patch({ phase: 'failed' });
      }
    }
  }

  async #loadSections(session: Session): Promise<void> {
    try {
      const found = await this.source.fetchSections(session.abort.signal);
      if (session !== this.#session) {
        return;
      }
      for (const { line, time, text } of found) {
        this.#addSection(readSection(line, time, text));
      }
      this.#gate.request();
    } catch {
      if (session === this.#session) {
        this.#later('sections', () => void this.#loadSections(session));
      }
    }
  }

  /** Part by part, up to the lines that are held here. */
  async #loadOutline(session: Session): Promise<void> {
    const { outline, tail, abort } = session;
    session.follows = false;
    try {
      do {
        const { from } = outline;
        outline.apply(from, await this.source.fetchOutline(from, abort.signal));
      } while (session === this.#session && outline.next < tail.first && !outline.isFull);
      session.follows = true;
      this.#readOutline(session);
      this.#gate.request();
    } catch {
      if (session === this.#session) {
        this.#later('outline', () => void this.#loadOutline(session));
      }
    }
  }

  #readOutline(session: Session): void {
    const { outline, tail, follows } = session;
    if (!follows || outline.isFull) {
      return;
    }
    if (outline.next < tail.first) {
      void this.#loadOutline(session);
      return;
    }
    outline.read((line) => tail.get(line), tail.end);
  }

  #receive(batch: LogBatch): void {
    if (this.state.get().phase !== 'ready') {
      return;
    }
    this.#session?.tail.receive(batch).catch(() => this.#later('tail', () => this.#catchUp()));
  }

  #receiveOpen(open: OpenLine): void {
    if (this.#session?.tail.receiveOpen(open)) {
      this.#gate.request();
    }
  }

  #connected(connection: LogConnection): void {
    this.#patch({ connection });
    if (connection === 'live') {
      this.#catchUp();
    }
  }

  #catchUp(): void {
    if (this.state.get().phase !== 'ready') {
      return;
    }
    this.#session?.tail.catchUp().catch(() => this.#later('tail', () => this.#catchUp()));
  }

  #later(what: string, again: () => void): void {
    clearTimeout(this.#retries.get(what));
    this.#retries.set(what, setTimeout(again, RETRY_MS));
  }

  #changed(batch: LogBatch): void {
    batch.kinds.forEach((kind, i) => {
      if (kind !== lineKind.section) {
        return;
      }
      this.#addSection(readSection(batch.first + i, batch.times[i] ?? 0, batch.lines[i] ?? ''));
    });
    if (this.#session) {
      this.#readOutline(this.#session);
    }
    this.#gate.request();
  }

  #addSection(section: Section): void {
    this.#sections = withSection(this.#sections, section);
  }

  #patch(part: Partial<LogStatus>): void {
    this.state.set({ ...this.state.get(), ...part });
  }
}
