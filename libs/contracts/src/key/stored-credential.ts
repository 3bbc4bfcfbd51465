import { z } from 'zod';
import { Credential } from '../runner-protocol/job.js';
import { GithubAppCredential } from './github-app.js';

/** Stored form of a key. A GitHub App is part of no job. */
export const StoredCredential = z.discriminatedUnion('type', [...Credential.options, GithubAppCredential]);
export type StoredCredential = z.infer<typeof StoredCredential>;
