import { randomUUID } from 'node:crypto';
import type { BlobBook } from '../blobs/open-blob-store.js';

/** Record of a place in a bucket, without a database. */
export class BookInMemory implements BlobBook {
  tokens: string[] = [];
  claimed: Date | null = null;
  sources: string[] = [];
  oldUntil: Date | null = null;
  databaseId: string | undefined = randomUUID();

  constructor(private id: string | null = null) {}

  /** As a copy of the database has it. */
  copy(): BookInMemory {
    const { tokens, claimed, sources, oldUntil, databaseId } = this;
    const lists = { tokens: [...tokens], sources: [...sources] };
    return Object.assign(new BookInMemory(this.id), { ...lists, claimed, oldUntil, databaseId });
  }

  read() {
    const { id: identity, tokens, claimed, sources, oldUntil } = this;
    return Promise.resolve({ identity, tokens, claimed, sources, oldUntil });
  }

  identity(): Promise<string> {
    this.id ??= randomUUID();
    return Promise.resolve(this.id);
  }

  note(token: string): Promise<void> {
    this.tokens.unshift(token);
    return Promise.resolve();
  }

  confirm(): Promise<void> {
    this.claimed ??= new Date();
    return Promise.resolve();
  }

  database(): Promise<string | undefined> {
    return Promise.resolve(this.databaseId);
  }
}
