import { z } from 'zod';
import { Name, TimeInput } from '../primitives/primitives.js';

/** Most bytes of a feed of posts. */
export const MAX_FEED_BYTES = 1_048_576;
const MAX_POSTS = 50;

/** A post about the product, as a feed holds it. */
export const Post = z.object({
  date: TimeInput,
  /** A `data:` address, because the page loads nothing from elsewhere; empty = none. */
  image: z
    .string()
    .max(262_144)
    .regex(/^(data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+)?$/)
    .default(''),
  title: Name,
  subtitle: z.string().max(500).default(''),
  /** HTML. The page that shows it takes out what is not text. */
  text: z.string().max(20_000).default(''),
  /** Posts that are not shown yet stay on the server. */
  show: z.boolean().default(true),
});
export type Post = z.infer<typeof Post>;

/** Answer of `GET /api/posts`, and what a feed is. */
export const PostFeed = z.object({ posts: z.array(Post).max(MAX_POSTS) });
export type PostFeed = z.infer<typeof PostFeed>;

/** A package of the runner. */
export const Artifact = z.object({
  file: z.string().max(200),
  platform: z.enum(['linux', 'darwin', 'windows', 'freebsd']),
  architecture: z.enum(['amd64', 'arm64']),
  type: z.enum(['deb', 'rpm', 'zip', 'tar.gz']),
  /** In bytes. */
  size: z.int(),
  /** SHA-256 in hexadecimal. */
  sha256: z.string().length(64),
});
export type Artifact = z.infer<typeof Artifact>;

/** A program that a server brings: one file for Node. */
export const OwnProgram = z.object({
  /** In bytes. */
  size: z.int(),
  /** SHA-256 in hexadecimal. */
  sha256: z.string().length(64),
});
export type OwnProgram = z.infer<typeof OwnProgram>;

/** Answer of `GET /api/install`. */
export const InstallInfo = z.object({
  version: z.string().max(64),
  /** At `GET /api/install/runner.cjs`; `null` = this server brings none. */
  runner: OwnProgram.nullable(),
  /** The command line, at `GET /api/install/switchyard.cjs`; `null` = this server brings none. */
  cli: OwnProgram.nullable(),
  artifacts: z.array(Artifact).max(200),
});
export type InstallInfo = z.infer<typeof InstallInfo>;
