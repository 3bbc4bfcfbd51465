const errors = '\\b(error|fatal|failure|exception|panic|critical)s?\\b|\\bfailed\\b([^=]|$)';

/** Expressions for lines in which tools name faults, case aside; what counts hosts, such as `failed=0`, names none. */
export const levels = {
  errors,
  warnings: `${errors}|\\b(warn(ing)?|deprecat(ed|ion))\\b`,
} as const;

export type Level = keyof typeof levels;

export const levelNames = Object.keys(levels) as Level[];
