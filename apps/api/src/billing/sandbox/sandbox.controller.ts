import { Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { Header } from '@nestjs/common';
import { ResponseType } from '@switchyard/server';
import { Public } from '../../auth/access/access.js';
import { HostedOnlyGuard } from '../hosted-only.guard.js';
import { Sandbox } from './sandbox.js';

const HTML = 'text/html; charset=utf-8';

/** The page of the payment sandbox. Its address is known to who pays alone. */
@Controller('billing/sandbox/:paymentId')
@UseGuards(HostedOnlyGuard)
@Public()
export class SandboxController {
  constructor(private readonly sandbox: Sandbox) {}

  @ResponseType('text/html')
  @Get()
  @Header('content-type', HTML)
  show(@Param('paymentId') id: string): Promise<string> {
    return this.sandbox.page(id);
  }

  @ResponseType('text/html')
  @Post(':deed')
  @HttpCode(200)
  @Header('content-type', HTML)
  act(@Param('paymentId') id: string, @Param('deed') deed: string): Promise<string> {
    return this.sandbox.act(id, deed);
  }
}
