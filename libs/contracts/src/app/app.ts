import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { Integer } from '../primitives/number.js';
import { hasNoControl } from '../primitives/primitives.js';

/**
 * Id of an app: letters, digits, `_`, `.` and `-`, at most 64. It names the program where no path is set, so it is never
 * shaped like an option or a directory.
 */
export const AppId = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, withProblem('app_id'))
  .regex(/^(?!-)(?!\.+$)/, withProblem('app_id_start'));

const Text255 = z
  .string()
  .trim()
  .max(255)
  .refine(hasNoControl, withProblem('control_characters'))
  .nullish()
  .transform((value) => value ?? '');

/** `''`, `#rgb`, `#rrggbb` or a CSS colour name. */
const Colour = Text255.refine(
  (value) => value === '' || /^(#[0-9a-fA-F]{3,8}|[a-z]{3,20})$/.test(value),
  withProblem('colour'),
);

/**
 * Program of an app: a bare name, looked up on the runner's PATH, or an absolute path; `''` = the default. Never an
 * option, never relative, without `..`.
 */
export const AppPath = Text255.refine(
  (value) => value === '' || /^[A-Za-z0-9_][\w.+-]*$/.test(value) || isAbsolutePath(value),
  withProblem('program'),
);

function isAbsolutePath(value: string): boolean {
  return (value.startsWith('/') || /^[A-Za-z]:[\\/]/.test(value)) && !value.split(/[\\/]/).includes('..');
}

/** An app. Empty title, icon and colours of a default app are supplied by the console. */
export const App = z.object({
  id: z.string(),
  active: z.boolean(),
  priority: z.int(),
  title: z.string(),
  icon: z.string(),
  color: z.string(),
  dark_color: z.string(),
  path: z.string(),
  args: z.array(z.string()).nullable(),
});
export type App = z.infer<typeof App>;

/**
 * Body of `PUT` and `POST /api/apps/{id}`. Empty text and empty `args` remove the stored value; an absent `active` is
 * off. `args` go before the script, or before the sub-command of a planned app.
 */
export const AppInput = z.object({
  id: z.string().max(64).optional(),
  title: Text255,
  icon: Text255,
  color: Colour,
  dark_color: Colour,
  path: AppPath,
  priority: Integer({ min: -1_000_000, max: 1_000_000 }).default(0),
  args: z
    .array(
      z
        .string()
        .max(4096)
        .refine((value) => !value.includes('\0'), withProblem('nul')),
    )
    .max(100)
    .nullish()
    .transform((value) => (value && value.length > 0 ? value : null)),
  active: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
export type AppInput = z.infer<typeof AppInput>;

export const AppActiveInput = z.object({ active: z.boolean() });
