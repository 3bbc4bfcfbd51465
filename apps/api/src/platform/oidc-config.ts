import { z } from 'zod';

const Provider = z.strictObject({
  /** In the provider's redirect address, `<public address>/api/auth/oidc/<id>/redirect`. */
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, - and _'),
  /** Text of the button. */
  name: z.string().min(1, 'must not be empty').max(100),
  color: z.string().max(50).default(''),
  icon: z.string().max(100).default(''),
  /** Issuer identifier; its discovery document holds the rest. */
  issuer: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  client_id: z.string().min(1, 'must not be empty'),
  /** Absent for a public client: PKCE alone protects the code then. */
  client_secret: z.string().min(1).optional(),
  scopes: z.array(z.string().regex(/^[\x21-\x7e]+$/)).default(['openid', 'profile', 'email']),
  /** Claims that become the members of a new user, and the one that names the groups of a person. */
  claims: z
    .strictObject({
      username: z.string().default('preferred_username'),
      name: z.string().default('name'),
      email: z.string().default('email'),
      /** A list of names, or one. */
      groups: z.string().default('groups'),
    })
    .prefault({}),
  /** Take every email of this provider for verified. Only for one that lets nobody choose theirs. */
  trust_email: z.boolean().default(false),
});

/** A sign-in provider as it is configured. */
export type OidcProvider = z.infer<typeof Provider>;

const Providers = z
  .array(Provider)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, { error: 'must have distinct ids' });

/** A JSON list of providers; in the settings file it may be written as a list of mappings. */
export const oidcProvidersSetting = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON list of providers' });
      return z.NEVER;
    }
  })
  .pipe(Providers);
