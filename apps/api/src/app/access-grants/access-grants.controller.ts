import { Controller, Get, Query } from '@nestjs/common';
import { AccessGrant, AccessGrantQuery } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { AdminOnly } from '../../auth/access/access.js';
import { findGrants } from './access-grants.repository.js';
import { toGrant } from './access-grant.mapper.js';

/** Access that outlives its maker's session or token. */
@AdminOnly()
@Controller('api/access_grants')
export class AccessGrantsController {
  constructor(private readonly dataSource: DataSource) {}

  /** Grants that still act, newest first, at most 1,000; those made by versions before this list are not in it. */
  @ResponseSchema(z.array(AccessGrant))
  @Get()
  async list(@Query({ schema: AccessGrantQuery }) { user_id: userId }: AccessGrantQuery): Promise<AccessGrant[]> {
    return (await findGrants(this.dataSource.manager, userId ?? null)).map(toGrant);
  }
}
