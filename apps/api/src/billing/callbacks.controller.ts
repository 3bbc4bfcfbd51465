import { Controller, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Public } from '../auth/access/access.js';
import { CallbackReceiver } from './callback-receiver.js';
import { HostedOnlyGuard } from './hosted-only.guard.js';

const NOTHING = Buffer.alloc(0);

/** Callbacks of payment gateways, which prove themselves by a signature. */
@Controller('billing')
@Public()
export class CallbacksController {
  constructor(private readonly receiver: CallbackReceiver) {}

  @Post('callbacks/:gateway')
  @HttpCode(204)
  @UseGuards(HostedOnlyGuard)
  receive(@Param('gateway') gateway: string, @Req() { headers, body }: FastifyRequest): Promise<void> {
    return this.receiver.receive(gateway, { headers, body: Buffer.isBuffer(body) ? body : NOTHING });
  }
}
