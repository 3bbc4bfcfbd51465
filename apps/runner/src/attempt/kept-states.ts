import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { messageOf } from '@switchyard/concurrency';
import { decodeSealedFrame, encodeSealedFrame, KeptStateHead, MAX_STATE_BYTES, problem } from '@switchyard/contracts';
import nacl from 'tweetnacl';
import { AttemptFailure } from '../attempt-failure.js';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { GatewayError } from '../gateway/gateway-errors.js';
import { backoffMs, isRetryable } from '../gateway/retryable.js';
import { type RunnerLog, retryReporter } from '../runner-log.js';

/** Most states that are kept at once. */
const MOST = 50;
/** Pause after an answer that may be another one later, in milliseconds: what is sent may be large. */
const ANSWERED_PAUSE_MS = 60_000;
/** Suffix of states that the control plane will never take; they are left for a person at this machine. */
const REFUSED = '.refused';
/** Suffix of states that the control plane is not asked to take. */
const FOR_A_PERSON = '.tfstate';

const packed = promisify<Buffer, Buffer>(gzip);

/** The attempt that a state is of, and by what its job reached the state. */
export type KeptStateOwner = Omit<KeptStateHead, 'nonce'>;

interface KeptStateParts {
  gateway: Pick<GatewayClient, 'keptState' | 'connection' | 'jobKey' | 'isKnown'>;
  log: RunnerLog;
}

/**
 * States that tools could not save, in files of this user alone. Each is delivered until the control plane has taken it, also by the
 * next process, and removed only then.
 */
export class KeptStates {
  private readonly closing = new AbortController();
  private readonly underWay = new Map<number, Promise<void>>();

  constructor(
    private readonly dir: string,
    private readonly parts: KeptStateParts,
  ) {}

  /**
   * Keeps the state of an attempt; a later one replaces it. Resolves when it is on the disk.
   * @throws AttemptFailure when it is too large, or too many are kept
   */
  async keep(owner: KeptStateOwner, state: Buffer): Promise<null> {
    await this.requireRoom(String(owner.attempt), state.length);
    await this.write(
      this.file(owner.attempt),
      encodeSealedFrame({ head: { ...owner, nonce: '' }, sealed: await packed(state) }),
    );
    this.deliver(owner.attempt);
    return null;
  }

  /**
   * Keeps the state of an attempt whose backend is not the control plane's, as the tool wrote it, until a person removes it.
   * @returns its path
   * @throws AttemptFailure as {@link keep}
   */
  async keepHere(attempt: number, state: Buffer): Promise<string> {
    const file = `${this.file(attempt)}${FOR_A_PERSON}`;
    await this.requireRoom(path.basename(file), state.length);
    await this.write(file, state);
    return file;
  }

  /** Whether the state of the attempt is kept and was not delivered yet. */
  async has(attempt: number): Promise<boolean> {
    return (await readdir(this.dir).catch((): string[] => [])).includes(String(attempt));
  }

  /** Delivers what an earlier process has kept. */
  async resume(): Promise<void> {
    const names = await readdir(this.dir).catch((): string[] => []);
    names.filter((name) => /^\d+$/.test(name)).forEach((name) => this.deliver(Number(name)));
  }

  /** Resolves when nothing is under way any more. */
  async whenSent(): Promise<void> {
    await Promise.all(this.underWay.values());
  }

  close(): void {
    this.closing.abort();
  }

  private deliver(attempt: number): void {
    const before = this.underWay.get(attempt) ?? Promise.resolve();
    const sent = before
      .then(() => this.send(attempt))
      .catch((error: unknown) => this.warn('state not delivered', attempt, error))
      .finally(() => this.underWay.delete(attempt));
    this.underWay.set(attempt, sent);
  }

  private async send(attempt: number): Promise<void> {
    const { gateway, log } = this.parts;
    const report = retryReporter(log, `state of attempt ${attempt}`);
    for (let tries = 1; !this.closing.signal.aborted; tries++) {
      try {
        await gateway.keptState(await this.frame(attempt));
        log.info('state delivered', { attempt });
        await rm(this.file(attempt), { force: true });
        return;
      } catch (error) {
        if (!isRetryable(error)) {
          await this.setAside(attempt, error);
          return;
        }
        report(error, tries);
        const pause = error instanceof GatewayError ? ANSWERED_PAUSE_MS : backoffMs(tries);
        await gateway.connection.pause(pause, this.closing.signal);
      }
    }
  }

  /** Sealed for each try, because the key of the control plane is known by then. */
  private async frame(attempt: number): Promise<Uint8Array> {
    const kept = decodeSealedFrame(KeptStateHead, await readFile(this.file(attempt)));
    if (!kept) {
      throw new Error('the kept state is damaged');
    }
    const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
    const sealed = nacl.box.after(new Uint8Array(kept.sealed), nonce, this.parts.gateway.jobKey);
    return encodeSealedFrame({ head: { ...kept.head, nonce: Buffer.from(nonce).toString('base64') }, sealed });
  }

  private async setAside(attempt: number, error: unknown): Promise<void> {
    const file = this.file(attempt);
    await rename(file, `${file}${REFUSED}`).catch(() => undefined);
    this.warn(`state refused; it stays in ${file}${REFUSED} (gzip behind its head)`, attempt, error);
  }

  private async requireRoom(name: string, bytes: number): Promise<void> {
    const names = await readdir(this.dir).catch((): string[] => []);
    if (bytes > MAX_STATE_BYTES || (names.length >= MOST && !names.includes(name))) {
      throw new AttemptFailure(problem('state_not_kept', { bytes, count: names.length }));
    }
  }

  private async write(file: string, content: Uint8Array): Promise<void> {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    const writing = await open(`${file}.part`, 'w', 0o600);
    try {
      await writing.writeFile(content);
      await writing.sync();
    } finally {
      await writing.close();
    }
    await rename(`${file}.part`, file);
  }

  private file(attempt: number): string {
    return path.join(this.dir, String(attempt));
  }

  private warn(message: string, attempt: number, error: unknown): void {
    this.parts.log.error(message, { attempt, error: messageOf(error) });
  }
}
