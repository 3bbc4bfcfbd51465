import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import type { OwnRunner } from '@switchyard/contracts';
import { ownFile } from '../../own-file.js';
import { notFound } from '../../platform/http/refusals.js';
import { VERSION } from '../../platform/version.js';
import { installScript } from './install-script.js';

/** Where the runner of this checkout is built. */
export const BUILT_RUNNER = fileURLToPath(ownFile('../../runner/dist/runner.cjs'));

export const RUNNER_FILE = Symbol('RUNNER_FILE');

interface Hashed extends OwnRunner {
  changedMs: number;
}

/** The runner that this server brings: one file for Node. */
@Injectable()
export class OwnRunnerService {
  private hashed: Promise<Hashed | null> | null = null;

  constructor(@Inject(RUNNER_FILE) private readonly file: string) {}

  /** `null` = this server brings none. The file is read once, and again when it has changed. */
  async info(): Promise<OwnRunner | null> {
    const found = await stat(this.file).catch(() => null);
    if (!found?.isFile()) {
      return null;
    }
    const known = await this.hashed;
    if (known?.changedMs !== found.mtimeMs || known.size !== found.size) {
      this.hashed = hashOf(this.file, found.mtimeMs).catch(() => null);
    }
    const hashed = await this.hashed;
    return hashed && { size: hashed.size, sha256: hashed.sha256 };
  }

  /** @throws 404 when this server brings none */
  async open(): Promise<{ stream: Readable; size: number }> {
    const { size } = await this.require();
    return { stream: createReadStream(this.file), size };
  }

  /** @throws 404 when this server brings none */
  async script(): Promise<string> {
    return installScript(VERSION, (await this.require()).sha256);
  }

  private async require(): Promise<OwnRunner> {
    const info = await this.info();
    if (info === null) {
      throw notFound();
    }
    return info;
  }
}

async function hashOf(file: string, changedMs: number): Promise<Hashed> {
  const content = await readFile(file);
  return { changedMs, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}
