import type { Readable } from 'node:stream';
import { Controller, Get, Header, Res } from '@nestjs/common';
import { ResponseType } from '@switchyard/server';
import type { FastifyReply } from 'fastify';
import { Public } from '../../auth/access/access.js';
import { OwnRunnerService } from './own-runner.service.js';

/** The runner and its installer, for machines, which have no session. */
@Public()
@Controller('api/install')
export class OwnRunnerController {
  constructor(private readonly runner: OwnRunnerService) {}

  @ResponseType('application/octet-stream')
  @Get('runner.cjs')
  async download(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readable> {
    const { stream, size } = await this.runner.open();
    reply.type('application/octet-stream').header('content-length', size);
    return stream;
  }

  @ResponseType('text/plain')
  @Get('runner.sh')
  @Header('content-type', 'text/plain; charset=utf-8')
  script(): Promise<string> {
    return this.runner.script();
  }
}
