import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Injectable,
  Lock,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
  Unlock,
  UseGuards,
} from '@nestjs/common';
import { TerraformBackendQuery, TerraformLockInfo, TerraformUnlock } from '@switchyard/contracts';
import { Refuses, ResponseSchema, ResponseType, StreamedBody, Undocumented } from '@switchyard/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StateClientsOnly } from '../../auth/access/access.js';
import { sentState } from '../state/receive-state.js';
import { CurrentStateClient, type StateClient } from './state-client.js';
import { StateClientGuard } from './state-client.guard.js';
import { StateBackend } from './state-backend.js';

/** Terraform's `http` backend (developer.hashicorp.com/terraform/language/backend/http). */
@Injectable()
@Controller('api/terraform/:alias')
@StateClientsOnly()
@UseGuards(StateClientGuard)
export class StateBackendController {
  constructor(private readonly backend: StateBackend) {}

  @ResponseType('application/json')
  @Refuses(502, 'The content of the state is missing in the store.')
  @Get()
  async read(
    @CurrentStateClient() client: StateClient,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { md5, size, content } = await this.backend.read(client);
    reply.header('content-md5', md5);
    return new StreamableFile(content, { type: 'application/json', length: size });
  }

  @Refuses(423, 'The state is locked; the body has the members of the lock.')
  @Post()
  @HttpCode(200)
  @StreamedBody()
  write(
    @CurrentStateClient() client: StateClient,
    @Query({ schema: TerraformBackendQuery }) query: TerraformBackendQuery,
    @Headers('content-md5') md5: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    // The rest of a refused body would be read as the next request, so the connection ends.
    const onRefused = (): void => void reply.header('connection', 'close');
    return this.backend.write(client, query, sentState(request, md5), onRefused);
  }

  @Refuses(423, 'The state is locked; the body has the members of the lock.')
  @Delete()
  @HttpCode(200)
  remove(
    @CurrentStateClient() client: StateClient,
    @Query({ schema: TerraformBackendQuery }) { ID }: TerraformBackendQuery,
  ): Promise<void> {
    return this.backend.remove(client, ID);
  }

  @Undocumented()
  @Refuses(423, 'The state is locked; the body has the members of the lock.')
  @Lock()
  @HttpCode(200)
  lock(
    @CurrentStateClient() client: StateClient,
    @Body({ schema: TerraformLockInfo }) info: TerraformLockInfo,
  ): Promise<void> {
    return this.backend.lock(client, info);
  }

  @Undocumented()
  @Unlock()
  @HttpCode(200)
  unlock(
    @CurrentStateClient() client: StateClient,
    @Body({ schema: TerraformUnlock }) lock: TerraformUnlock,
  ): Promise<void> {
    return this.backend.unlock(client, lock?.ID);
  }

  /** Who holds the lock; Terraform does not print it. */
  @ResponseSchema(TerraformLockInfo)
  @Get('lock')
  holder(@CurrentStateClient() client: StateClient): Promise<TerraformLockInfo> {
    return this.backend.holder(client);
  }

  /** For proxies that let no LOCK pass. */
  @Refuses(423, 'The state is locked; the body has the members of the lock.')
  @Post('lock')
  @HttpCode(200)
  lockByPost(
    @CurrentStateClient() client: StateClient,
    @Body({ schema: TerraformLockInfo }) info: TerraformLockInfo,
  ): Promise<void> {
    return this.backend.lock(client, info);
  }

  /** For proxies that let no UNLOCK pass. */
  @Delete('lock')
  @HttpCode(200)
  unlockByDelete(
    @CurrentStateClient() client: StateClient,
    @Body({ schema: TerraformUnlock }) lock: TerraformUnlock,
  ): Promise<void> {
    return this.backend.unlock(client, lock?.ID);
  }
}
