import type { IncomingMessage } from 'node:http';
import { Body, Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { Branch, RepositoryTest } from '@switchyard/contracts';
import { BodyExample, BodyLimit, MEBIBYTE, Refuses, ResponseSchema } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { Costs } from '../../auth/throttle/request-turns.js';
import { PathId } from '../../platform/http/path-id.js';
import { Branches } from './branches.js';

const BranchesQuery = z.object({ name: Branch });

/** The branches of a repository. */
@Controller('api/project/:projectId/repositories')
export class BranchesController {
  constructor(private readonly branches: Branches) {}

  /**
   * Names of all branches, in their order, at most 2,000. With `name` that name alone, if a branch or a tag has it. A runner lists
   * them, so it may take seconds.
   */
  @ResponseSchema(z.array(z.string()))
  @Refuses(409, 'No runner is online that could list the branches.')
  @Get(':repositoryId/branches')
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

  /**
   * The same of a repository that is not stored yet, to test its address and key: nothing of it is stored. Refused with the reason
   * when git fails.
   */
  @ResponseSchema(z.array(z.string()))
  @BodyExample({ git_url: 'https://git.example.org/code.git', ssh_key_id: 1 })
  @Refuses(409, 'No runner is online that could list the branches.')
  @Post('test')
  @HttpCode(200)
  @BodyLimit(MEBIBYTE)
  @RequirePermission('manageProjectResources')
  @Costs('branches')
  test(
    @CurrentProject() { projectId }: ProjectAccess,
    @Body({ schema: RepositoryTest }) body: RepositoryTest,
    @Req() { raw }: FastifyRequest,
  ): Promise<string[]> {
    return whileConnected(raw, (hangUp) => this.branches.test(projectId, body, hangUp));
  }
}

/** Works for a caller; the signal is aborted when nobody waits for the answer any more. */
async function whileConnected<T>({ socket }: IncomingMessage, work: (hangUp: AbortSignal) => Promise<T>): Promise<T> {
  const hangUp = new AbortController();
  const giveUp = (): void => hangUp.abort();
  socket.once('close', giveUp);
  try {
    return await work(hangUp.signal);
  } finally {
    socket.off('close', giveUp);
  }
}
