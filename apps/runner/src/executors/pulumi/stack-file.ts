import { basename, dirname, sep } from 'node:path';
import { MAX_PLAN_BYTES, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import type { AttemptFiles } from '../../files/attempt-files.js';

/** The key that Pulumi encrypts secrets with: the salt of a passphrase, or a key that a cloud service has encrypted. */
const ENCRYPTION = /^\s*["']?(?:encryptionsalt|encryptedkey)["']?\s*:/m;

/**
 * The settings of a stack (`Pulumi.<stack>.yaml`). Where they hold no encryption key Pulumi adds a new one, and encrypts the
 * secrets of a saved plan with it, so the plan is of use only together with the file. The state needs no file: it has its
 * key with it.
 */
export class StackFile {
  private constructor(
    private readonly files: AttemptFiles,
    private readonly path: string,
    private readonly before: Buffer | null,
  ) {}

  /** Takes note of what the file holds before Pulumi works with it; it may be missing. */
  static async open(files: AttemptFiles, path: string): Promise<StackFile> {
    return new StackFile(files, path, await files.read(path, MAX_PLAN_BYTES));
  }

  get name(): string {
    return basename(this.path);
  }

  /** Whether Pulumi has added an encryption key since it was opened. */
  async hasNewKey(): Promise<boolean> {
    return !isEncrypted(this.before) && isEncrypted(await this.files.read(this.path, MAX_PLAN_BYTES));
  }

  /**
   * Copies the file if it has changed since it was opened.
   * @throws AttemptFailure when it is larger than a plan may be
   */
  async copyChanged(to: string): Promise<void> {
    const size = (await this.files.facts(this.path))?.size ?? 0;
    if (size > MAX_PLAN_BYTES) {
      throw new AttemptFailure(problem('plan_too_large', { bytes: size, max: MAX_PLAN_BYTES }));
    }
    const now = await this.files.read(this.path, MAX_PLAN_BYTES);
    if (now !== null && !this.before?.equals(now)) {
      await this.files.write(to, now);
    }
  }

  /**
   * Puts a copy back. A directory that is used in place keeps the file that it has: somebody may have edited it meanwhile.
   * @param attemptDir the attempt's own directory
   * @returns whether it was put back; false also where there is no copy
   */
  async putBack(from: string, attemptDir: string): Promise<boolean> {
    const isInPlace = !this.path.startsWith(`${attemptDir}${sep}`);
    const content = await this.files.read(from, MAX_PLAN_BYTES);
    if ((isInPlace && this.before !== null) || content === null) {
      return false;
    }
    await this.files.makeDirectory(dirname(this.path), 0o755);
    await this.files.write(this.path, content, { mode: 0o644 });
    return true;
  }
}

const isEncrypted = (content: Buffer | null): boolean => content !== null && ENCRYPTION.test(content.toString('utf8'));
