import { commandSettings, settingsShape } from '@switchyard/settings';
import { z } from 'zod';

/** Settings of the command line, from the catalogue. */
export const cliConfigSchema = z.object(settingsShape(commandSettings));
export type CliConfig = z.infer<typeof cliConfigSchema>;
