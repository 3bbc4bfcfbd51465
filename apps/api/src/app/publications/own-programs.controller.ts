import type { Readable } from 'node:stream';
import { Controller, Get, Header, Res } from '@nestjs/common';
import { ResponseType } from '@switchyard/server';
import type { FastifyReply } from 'fastify';
import { Public } from '../../auth/access/access.js';
import type { OwnProgram } from './own-program.js';
import { OwnProgramsService } from './own-programs.service.js';

/** The runner with its installer, and the command line, for machines, which have no session. */
@Public()
@Controller('api/install')
export class OwnProgramsController {
  constructor(private readonly programs: OwnProgramsService) {}

  @ResponseType('application/octet-stream')
  @Get('runner.cjs')
  runner(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readable> {
    return send(this.programs.runner, reply);
  }

  @ResponseType('application/octet-stream')
  @Get('switchyard.cjs')
  cli(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readable> {
    return send(this.programs.cli, reply);
  }

  @ResponseType('text/plain')
  @Get('runner.sh')
  @Header('content-type', 'text/plain; charset=utf-8')
  script(): Promise<string> {
    return this.programs.script();
  }
}

async function send(program: OwnProgram, reply: FastifyReply): Promise<Readable> {
  const { stream, size } = await program.open();
  reply.type('application/octet-stream').header('content-length', size);
  return stream;
}
