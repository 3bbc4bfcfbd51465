import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { OwnProgram as Facts } from '@switchyard/contracts';
import { notFound } from '../../platform/http/refusals.js';

interface Hashed extends Facts {
  changedMs: number;
}

/** A program that this server brings: one file for Node. It is read once, and again when it has changed. */
export class OwnProgram {
  private hashed: Promise<Hashed | null> | null = null;

  constructor(private readonly file: string) {}

  /** `null` = this server brings none. */
  async facts(): Promise<Facts | null> {
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
  async require(): Promise<Facts> {
    const facts = await this.facts();
    if (facts === null) {
      throw notFound();
    }
    return facts;
  }

  /** @throws 404 when this server brings none */
  async open(): Promise<{ stream: Readable; size: number }> {
    const { size } = await this.require();
    return { stream: createReadStream(this.file), size };
  }
}

async function hashOf(file: string, changedMs: number): Promise<Hashed> {
  const content = await readFile(file);
  return { changedMs, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}
