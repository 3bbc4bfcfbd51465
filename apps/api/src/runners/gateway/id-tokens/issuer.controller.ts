import { Controller, Get, Inject, Res } from '@nestjs/common';
import { Refuses, ResponseSchema } from '@switchyard/server';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Public } from '../../../auth/access/access.js';
import type { ApiConfig } from '../../../platform/config.js';
import { notFound } from '../../../platform/http/refusals.js';
import { API_CONFIG } from '../../../platform/infrastructure/tokens.js';
import { KEYS_MAX_AGE_SECONDS } from './key-schedule.js';
import { discoveryOf, issuerOf } from './issuer.js';
import { SigningKeys } from './signing-keys.js';

const NO_ISSUER = 'The server has no public address, so it issues no ID tokens.';
const CACHEABLE = `public, max-age=${KEYS_MAX_AGE_SECONDS}`;

const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.string(),
  response_types_supported: z.array(z.string()),
  subject_types_supported: z.array(z.string()),
  id_token_signing_alg_values_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  claims_supported: z.array(z.string()),
});

const Keys = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('RSA'),
      n: z.string(),
      e: z.string(),
      kid: z.string(),
      alg: z.literal('RS256'),
      use: z.literal('sig'),
    }),
  ),
});

/** Where clouds and vaults find by which keys they verify the ID tokens of tasks (OpenID Connect Discovery 1.0, RFC 7517). */
@Public()
@Controller('.well-known')
export class IssuerController {
  constructor(
    private readonly keys: SigningKeys,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  @ResponseSchema(Discovery)
  @Refuses(404, NO_ISSUER)
  @Get('openid-configuration')
  discovery(@Res({ passthrough: true }) reply: FastifyReply): z.infer<typeof Discovery> {
    const discovery = discoveryOf(this.requireIssuer());
    reply.header('cache-control', CACHEABLE);
    return discovery;
  }

  @ResponseSchema(Keys)
  @Refuses(404, NO_ISSUER)
  @Get('jwks.json')
  async published(@Res({ passthrough: true }) reply: FastifyReply): Promise<z.infer<typeof Keys>> {
    this.requireIssuer();
    const keys = await this.keys.published();
    reply.header('cache-control', CACHEABLE);
    return { keys };
  }

  /** @throws 404 without a public address: there are no tokens */
  private requireIssuer(): string {
    const issuer = issuerOf(this.config);
    if (issuer === null) {
      throw notFound();
    }
    return issuer;
  }
}
