import { Controller, Get, Header, Res } from '@nestjs/common';
import { ResponseSchema, ResponseType } from '@switchyard/server';
import { Health, SystemInfo } from '@switchyard/contracts';
import type { FastifyReply } from 'fastify';
import { Public, SignedIn } from '../../auth/access/access.js';
import { SystemService } from './system.service.js';

@Controller('api')
export class SystemController {
  constructor(private readonly system: SystemService) {}

  @ResponseType('text/plain')
  @Get('ping')
  @Public()
  @Header('content-type', 'text/plain; charset=utf-8')
  ping(): string {
    return 'pong';
  }

  /** 200 when every part is ready, else 503. */
  @ResponseSchema(Health)
  @Get('health')
  @Public()
  async health(@Res({ passthrough: true }) reply: FastifyReply): Promise<Health> {
    const health = await this.system.health();
    reply.status(health.status === 'ok' ? 200 : 503);
    return health;
  }

  @ResponseSchema(SystemInfo)
  @Get('info')
  @SignedIn()
  info(): Promise<SystemInfo> {
    return this.system.info();
  }
}
