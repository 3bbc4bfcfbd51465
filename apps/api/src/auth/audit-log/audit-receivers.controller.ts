import { Body, Controller, Delete, Get, HttpCode, Post, Put, Res } from '@nestjs/common';
import { AuditReceiver, AuditReceiverInput } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { IfMatch } from '../../platform/http/entity-tag.js';
import { PathId } from '../../platform/http/path-id.js';
import { AdminOnly } from '../access/access.js';
import { FreshSignIn } from '../access/fresh-sign-in.js';
import { AuditReceivers } from './audit-receivers.service.js';

/** Where the audit log is delivered. */
@AdminOnly()
@Controller('api/audit/receivers')
export class AuditReceiversController {
  constructor(private readonly receivers: AuditReceivers) {}

  @ResponseSchema(z.array(AuditReceiver))
  @Get()
  list(): Promise<AuditReceiver[]> {
    return this.receivers.list();
  }

  @ResponseSchema(AuditReceiver)
  @FreshSignIn('lasting')
  @Post()
  create(@Body({ schema: AuditReceiverInput }) input: AuditReceiverInput): Promise<AuditReceiver> {
    return this.receivers.create(input);
  }

  @ResponseSchema(AuditReceiver)
  @Get(':receiverId')
  async read(
    @PathId('receiverId') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuditReceiver> {
    void reply.header('etag', await this.receivers.tag(id));
    return this.receivers.read(id);
  }

  @FreshSignIn('lasting')
  @Put(':receiverId')
  @HttpCode(204)
  update(
    @PathId('receiverId') id: number,
    @Body({ schema: AuditReceiverInput }) input: AuditReceiverInput,
    @IfMatch() expected: string | null,
  ): Promise<void> {
    return this.receivers.update(id, input, expected);
  }

  @FreshSignIn('lasting')
  @Delete(':receiverId')
  @HttpCode(204)
  remove(@PathId('receiverId') id: number): Promise<void> {
    return this.receivers.remove(id);
  }

  /** Sends a message without records; the receiver shows how that ended. */
  @Post(':receiverId/test')
  @HttpCode(204)
  test(@PathId('receiverId') id: number): Promise<void> {
    return this.receivers.test(id);
  }
}
