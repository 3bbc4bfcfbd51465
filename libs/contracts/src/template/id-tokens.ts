import { z } from 'zod';
import { refuse, withProblem } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { nullIsAbsent } from '../primitives/absent.js';
import { isEnvironmentName, MAX_VARIABLE_NAME } from '../variable/usable-name.js';
import { steersRunner } from '../variable/steering-names.js';
import { FORGE_TOKEN_VARIABLE } from './forge-token.js';
import { idTokenFileVariable, idTokenNameLength, MAX_ID_TOKENS } from './id-token-bounds.js';

/** Longest audience, in characters. */
const MAX_AUDIENCE = 255;

/** Variables of every attempt that the runner sets itself, beside those that steer it. */
const OWN = /^(HOME|LANG|TERM|TMPDIR|TRACEPARENT|XDG_(CONFIG|CACHE|DATA|STATE)_HOME|XDG_RUNTIME_DIR)$/;

const isOwn = (name: string): boolean => OWN.test(name) || name === FORGE_TOKEN_VARIABLE;

/** An ID token that the attempts of a template get: the environment variable that holds it, and the `aud` claim (OpenID Connect Core 1.0, section 2). */
export const IdToken = z.object({
  variable: z
    .string()
    .max(idTokenNameLength(MAX_VARIABLE_NAME))
    .trim()
    .min(1)
    .refine((name) => name === '' || isEnvironmentName(name), withProblem('environment_variable'))
    .refine((name) => !steersRunner(name), withProblem('steering_name'))
    .refine((name) => !isOwn(name), withProblem('variable_own')),
  audience: z.string().trim().min(1).max(MAX_AUDIENCE),
});
export type IdToken = z.infer<typeof IdToken>;

/** The ID tokens of a template. No variable, and no variable of a file, is there twice. */
export const IdTokens = nullIsAbsent(
  z
    .array(IdToken)
    .max(MAX_ID_TOKENS)
    .superRefine((tokens, context) => {
      const names = tokens.map(({ variable }) => variable);
      names.forEach((name, at) => {
        const others = names.toSpliced(at, 1);
        if (names.indexOf(name) < at || others.some((other) => idTokenFileVariable(other) === name)) {
          refuse(context, problem('name_taken'), { path: [at, 'variable'] });
        }
      });
    }),
);
