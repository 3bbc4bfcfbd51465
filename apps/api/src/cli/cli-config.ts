import { serverConfigShape } from '@switchyard/server';
import { z } from 'zod';

/** Settings of the command line. */
export const cliConfigSchema = z.object({
  SWITCHYARD_CONFIG: serverConfigShape.SWITCHYARD_CONFIG,
  SWITCHYARD_DATABASE_URL: serverConfigShape.SWITCHYARD_DATABASE_URL,
  SWITCHYARD_QUEUE_URL: serverConfigShape.SWITCHYARD_QUEUE_URL,
  /** The first administrator. */
  SWITCHYARD_ADMIN_LOGIN: z.string().trim().toLowerCase().max(255).default('admin'),
  /** Absent: one is made and told once. */
  SWITCHYARD_ADMIN_PASSWORD: z.string().max(1024).optional(),
  SWITCHYARD_ADMIN_EMAIL: z.email('must be an email address').max(255).default('admin@switchyard.local'),
});
export type CliConfig = z.infer<typeof cliConfigSchema>;
