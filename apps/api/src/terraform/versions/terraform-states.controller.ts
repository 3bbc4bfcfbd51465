import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Injectable,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import {
  AcceptState,
  OfferedState,
  StatePushQuery,
  TerraformLockState,
  TerraformState,
  TerraformStateContent,
} from '@switchyard/contracts';
import { Refuses, ResponseSchema, ResponseType, StreamedBody } from '@switchyard/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { StateOffers } from '../offers/state-offers.js';
import { sentState } from '../state/receive-state.js';
import { StateVersions } from './state-versions.js';

/** Versions of the state of a workspace, and its lock. */
@Injectable()
@Controller('api/project/:projectId/inventory/:inventoryId/terraform')
export class TerraformStatesController {
  constructor(
    private readonly versions: StateVersions,
    private readonly offers: StateOffers,
  ) {}

  @ResponseSchema(z.array(TerraformState))
  @Get('states')
  @ProjectMember()
  list(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
  ): Promise<TerraformState[]> {
    return this.versions.list({ projectId, inventoryId });
  }

  /** Makes the body the current version, as `terraform state push` does. A force takes any serial and lineage. */
  @Refuses(409, 'The workspace is locked, or the state may not follow the current version.')
  @Post('states')
  @HttpCode(204)
  @StreamedBody()
  @RequirePermission('updateProject')
  push(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
    @Query({ schema: StatePushQuery }) { force }: StatePushQuery,
    @Headers('content-md5') md5: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const sent = sentState(request, md5);
    // The rest of a refused body would be read as the next request, so the connection ends.
    const onRefused = (): void => void reply.header('connection', 'close');
    return this.versions.push(caller, { projectId, inventoryId }, { forced: force !== undefined, sent, onRefused });
  }

  @ResponseSchema(TerraformStateContent)
  @Refuses(409, 'The state is too large to show.')
  @Refuses(502, 'The content of this version is missing in the store.')
  @Get('states/latest')
  @ProjectMember()
  latest(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
  ): Promise<TerraformStateContent> {
    return this.versions.read({ projectId, inventoryId }, null);
  }

  /** States that tasks could not save, which wait for a decision. They are read, downloaded and discarded as versions are. */
  @ResponseSchema(z.array(OfferedState))
  @Get('states/offered')
  @ProjectMember()
  offered(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
  ): Promise<OfferedState[]> {
    return this.offers.list({ projectId, inventoryId });
  }

  /** Makes an offered state the current version. */
  @Refuses(502, 'The content of this version is missing in the store.')
  @Post('states/:stateId/accept')
  @HttpCode(204)
  @RequirePermission('updateProject')
  accept(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
    @PathId('stateId') id: number,
    @Body({ schema: AcceptState }) { replace }: AcceptState,
  ): Promise<void> {
    return this.offers.accept(caller, { projectId, inventoryId }, id, replace);
  }

  @ResponseSchema(TerraformStateContent)
  @Refuses(409, 'The state is too large to show.')
  @Refuses(502, 'The content of this version is missing in the store.')
  @Get('states/:stateId')
  @ProjectMember()
  read(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
    @PathId('stateId') id: number,
  ): Promise<TerraformStateContent> {
    return this.versions.read({ projectId, inventoryId }, id);
  }

  /** All of it, sensitive values too. A POST, so that the audit records who asked. */
  @ResponseType('application/json')
  @Refuses(502, 'The content of this version is missing in the store.')
  @Post('states/:stateId/content')
  @HttpCode(200)
  @RequirePermission('manageProjectResources')
  async content(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
    @PathId('stateId') id: number,
  ): Promise<StreamableFile> {
    const { size, content } = await this.versions.content({ projectId, inventoryId }, id);
    return new StreamableFile(content, { type: 'application/json', length: size });
  }

  @Refuses(502, 'The content of this version is missing in the store.')
  @Post('states/:stateId/restore')
  @HttpCode(204)
  @RequirePermission('updateProject')
  restore(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
    @PathId('stateId') id: number,
  ): Promise<void> {
    return this.versions.restore(caller, { projectId, inventoryId }, id);
  }

  @Delete('states/:stateId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
    @PathId('stateId') id: number,
  ): Promise<void> {
    return this.versions.remove({ projectId, inventoryId }, id);
  }

  @ResponseSchema(TerraformLockState)
  @Get('lock')
  @ProjectMember()
  lock(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('inventoryId') inventoryId: number,
  ): Promise<TerraformLockState> {
    return this.versions.lock({ projectId, inventoryId });
  }

  @Delete('lock')
  @HttpCode(204)
  @RequirePermission('updateProject')
  unlock(@CurrentProject() { projectId }: ProjectAccess, @PathId('inventoryId') inventoryId: number): Promise<void> {
    return this.versions.unlock({ projectId, inventoryId });
  }
}
