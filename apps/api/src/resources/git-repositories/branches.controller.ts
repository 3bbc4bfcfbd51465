import { Controller, Get, Query, Req } from '@nestjs/common';
import { Branch } from '@switchyard/contracts';
import { Refuses, ResponseSchema } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ProjectMember } from '../../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { Costs } from '../../auth/throttle/request-turns.js';
import { PathId } from '../../platform/http/path-id.js';
import { whileConnected } from '../../platform/http/while-connected.js';
import { Branches } from './branches.js';

const BranchesQuery = z.object({ name: Branch });

/** The branches of a repository. */
@Controller('api/project/:projectId/repositories/:repositoryId/branches')
export class BranchesController {
  constructor(private readonly branches: Branches) {}

  /**
   * Names of all branches, in their order, at most 2,000. With `name` that name alone, if a branch or a tag has it. A runner lists
   * them, so it may take seconds.
   */
  @ResponseSchema(z.array(z.string()))
  @Refuses(409, 'No runner is online that could list the branches.')
  @Get()
  @ProjectMember()
  @Costs('branches')
  list(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('repositoryId') repositoryId: number,
    @Query({ schema: BranchesQuery }) { name }: z.infer<typeof BranchesQuery>,
    @Req() { raw }: FastifyRequest,
  ): Promise<string[]> {
    return whileConnected(raw, (hangUp) => this.branches.list({ projectId, repositoryId, branch: name }, hangUp));
  }
}
