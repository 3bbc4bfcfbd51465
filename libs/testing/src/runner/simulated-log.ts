import { encodeLogFrame, encodeTimes, ErrorCode, LogAnswer, packMasks } from '@switchyard/contracts';
import { ProtocolRefusal } from './protocol-client.js';
import { toolLine } from './tool-run.js';

/** Most lines in one chunk. */
const CHUNK_LINES = 1_000;

interface Lease {
  attempt: number;
  lease: string;
}

/** The log of a simulated attempt: what was written is kept, and sent again until it is acknowledged. */
export class SimulatedLog {
  private acknowledged = 0;

  constructor(
    private readonly lease: Lease,
    /** Lines written so far. */
    private readonly written: () => number,
  ) {}

  get isFlushed(): boolean {
    return this.acknowledged >= this.written();
  }

  /** Sends from the start again: the acknowledgement names the next line expected. */
  rewind(): void {
    this.acknowledged = 0;
  }

  /**
   * Sends one chunk.
   * @throws ProtocolRefusal `LEASE_LOST` when the control plane does not want the log any more
   */
  async send(call: (frame: Uint8Array) => Promise<unknown>): Promise<void> {
    const answer = LogAnswer.parse(await call(this.frame()));
    if (answer.stale.includes(this.lease.attempt)) {
      throw new ProtocolRefusal('log', 409, ErrorCode.leaseLost);
    }
    for (const [attempt, next] of answer.ack) {
      if (attempt === this.lease.attempt) {
        this.acknowledged = next;
      }
    }
  }

  private frame(): Uint8Array {
    const first = this.acknowledged;
    const n = Math.min(CHUNK_LINES, this.written() - first);
    const lines = Array.from({ length: n }, (_, i) => `${toolLine(this.lease.attempt, first + i)}\n`);
    const body = Buffer.from(lines.join(''));
    const t0 = Date.now();
    const times = encodeTimes(t0, new Array<number>(n).fill(t0));
    const head = {
      ...this.lease,
      first,
      n,
      t0,
      kind: 0,
      codec: 0,
      sgr: '',
      tl: times.length,
      bl: body.length,
      masks: packMasks([]),
    } as const;
    return encodeLogFrame([{ head, times, body }]);
  }
}
