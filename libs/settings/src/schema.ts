import { z } from 'zod';
import type { Setting } from './catalogue.js';
import { valueOf } from './check.js';
import type { SettingType } from './types.js';

type Typed<T> = Setting & { type: SettingType<T> };

/** Schema of a setting's value, `undefined` where the setting is absent and has no default. */
type SettingSchema<S> = S extends { type: SettingType<infer T> }
  ? S extends { default: string }
    ? z.ZodPrefault<z.ZodType<T, string>>
    : S extends { required: boolean }
      ? z.ZodType<T, string>
      : z.ZodOptional<z.ZodType<T, string>>
  : never;

/** Schemas of settings by name, for `z.object`; an app replaces a member to look closer at a value. */
export type SettingsShape<C> = { [N in keyof C]: SettingSchema<C[N]> };

/** The schemas of some part of the catalogue. */
export function settingsShape<C extends Record<string, Typed<unknown>>>(settings: C): SettingsShape<C> {
  const shape = Object.entries(settings).map(([name, setting]) => [name, schemaOf(setting)] as const);
  return Object.fromEntries(shape) as SettingsShape<C>;
}

function schemaOf({ type, default: fallback, required }: Setting): z.ZodType {
  const schema = z.string().transform((text, context) => {
    const result = valueOf(type, text);
    if ('value' in result) {
      return result.value;
    }
    context.addIssue({ code: 'custom', message: result.fault });
    return z.NEVER;
  });
  return fallback !== undefined ? schema.prefault(fallback) : required ? schema : schema.optional();
}
