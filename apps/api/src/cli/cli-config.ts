import { commandSettings, settingsShape } from '@switchyard/settings';
import { z } from 'zod';

/** Settings of the command line, from the catalogue. */
export const cliConfigSchema = z.object(settingsShape(commandSettings));
export type CliConfig = z.infer<typeof cliConfigSchema>;

/** The settings of commands without a database. */
export const offlineConfigSchema = cliConfigSchema.omit({ SWITCHYARD_DATABASE_URL: true });
export type OfflineConfig = z.infer<typeof offlineConfigSchema>;
