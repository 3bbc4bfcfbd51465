import { z } from 'zod';
import { withProblem } from '../errors/issue.js';

/** Themes of the console; `system` follows the machine. */
export const THEMES = ['system', 'light', 'dark'] as const;

/**
 * Choices of a user for the console, the same in every browser. `null` = no choice was made. `language` is a BCP 47 tag. Body of
 * `PUT /api/user/options` (whole object), answer of `GET /api/user/options` and member `options` of `GET /api/user`.
 */
export const UserOptions = z.object({
  language: z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, withProblem('language_tag'))
    .nullable()
    .default(null),
  theme: z.enum(THEMES).nullable().default(null),
});
export type UserOptions = z.infer<typeof UserOptions>;

/** Body and answer of `POST /api/user/options`: one option; the others stay. */
export const UserOption = z.union([
  z.object({ key: z.literal('language'), value: UserOptions.shape.language.unwrap() }),
  z.object({ key: z.literal('theme'), value: UserOptions.shape.theme.unwrap() }),
]);
export type UserOption = z.infer<typeof UserOption>;
