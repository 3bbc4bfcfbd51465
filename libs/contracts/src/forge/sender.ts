import { z } from 'zod';

/** Forges whose pushes of branches an integration can be set to by one choice, and that show repositories. */
export const SENDERS = ['github', 'gitlab', 'gitea', 'gogs', 'bitbucket', 'azure'] as const;
export const Sender = z.enum(SENDERS);
export type Sender = z.infer<typeof Sender>;
