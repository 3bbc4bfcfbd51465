import { open } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { MAX_FEED_BYTES, PostFeed } from '@switchyard/contracts';
import { type Logger, OutboundClient } from '@switchyard/server';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG, LOGGER } from '../../platform/infrastructure/tokens.js';

/** A feed is read again after so long, whether that worked or not. */
const KEPT_MS = 600_000;

const NOTHING: PostFeed = { posts: [] };

/** Posts about the product, from the feed that the settings name. A feed that is away leaves what was read before. */
@Injectable()
export class PostsService {
  private readonly client: OutboundClient;
  private last: PostFeed = NOTHING;
  private reading: { since: number; feed: Promise<PostFeed> } | null = null;

  constructor(
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.client = new OutboundClient({ allow: config.SWITCHYARD_OUTBOUND_ALLOW, maxAnswerBytes: MAX_FEED_BYTES });
  }

  /** Newest first, those that are to be shown. */
  async list(): Promise<PostFeed> {
    const source = this.config.SWITCHYARD_POSTS_FEED;
    if (source === undefined) {
      return NOTHING;
    }
    if (this.reading === null || Date.now() - this.reading.since > KEPT_MS) {
      this.reading = { since: Date.now(), feed: this.read(source) };
    }
    return this.reading.feed;
  }

  private async read(source: string): Promise<PostFeed> {
    try {
      const text = /^https?:/.test(source) ? await this.fetch(source) : await readStart(source);
      const { posts } = PostFeed.parse(JSON.parse(text));
      const shown = posts.filter(({ show }) => show);
      this.last = { posts: shown.sort((a, b) => b.date.localeCompare(a.date)) };
    } catch (error) {
      this.logger.warn({ error }, 'the feed of posts cannot be read');
    }
    return this.last;
  }

  private async fetch(url: string): Promise<string> {
    const { status, body } = await this.client.send({ url, method: 'GET' });
    if (status !== 200) {
      throw new Error(`The feed answered with status ${status}`);
    }
    return body.toString();
  }
}

/** A file, as far as it may be long: what is longer is no JSON any more. */
async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_FEED_BYTES), 0, MAX_FEED_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
