import { dispatcherSettings, settingsShape } from '@switchyard/settings';
import { z } from 'zod';

/** Settings of the dispatcher, from the catalogue. */
export const dispatcherConfigSchema = z.object(settingsShape(dispatcherSettings));

/** The parsed settings. */
export type DispatcherConfig = z.infer<typeof dispatcherConfigSchema>;
