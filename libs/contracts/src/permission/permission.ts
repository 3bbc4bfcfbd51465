import { z } from 'zod';
import { ROLES } from './rights.js';

export * from './rights.js';

export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Answer of `GET /api/project/{id}/role`. `role` is empty for an administrator who is not a member. */
export const ProjectRole = z.object({ role: z.string(), permissions: z.int() });
export type ProjectRole = z.infer<typeof ProjectRole>;
