import { Body, Controller, Delete, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ResponseSchema, ResponseType } from '@switchyard/server';
import { EnabledTotp, PasscodeInput, TotpInput } from '@switchyard/contracts';
import type { FastifyReply } from 'fastify';
import { SignedIn } from '../../auth/access/access.js';
import { CurrentCaller, type Caller } from '../../auth/access/caller.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { PathId } from '../../platform/http/path-id.js';
import { TotpService } from './totp.service.js';

@SignedIn()
@Controller('api/users/:userId/2fas/totp')
export class TotpController {
  constructor(private readonly totps: TotpService) {}

  @ResponseSchema(EnabledTotp)
  @Post()
  @FreshSignIn()
  @HttpCode(200)
  enable(
    @CurrentCaller() caller: Caller,
    @PathId('userId') userId: number,
    @Body({ schema: TotpInput }) input: TotpInput,
  ): Promise<EnabledTotp> {
    return this.totps.enable(caller, userId, input);
  }

  @ResponseSchema(EnabledTotp)
  @Post(':totpId/confirm')
  @FreshSignIn()
  @HttpCode(200)
  confirm(
    @CurrentCaller() caller: Caller,
    @PathId('userId') userId: number,
    @PathId('totpId') totpId: number,
    @Body({ schema: PasscodeInput }) { passcode }: PasscodeInput,
  ): Promise<EnabledTotp> {
    return this.totps.confirm(caller, userId, totpId, passcode);
  }

  @ResponseType('image/png')
  @Get(':totpId/qr')
  @FreshSignIn()
  async qrCode(
    @CurrentCaller() caller: Caller,
    @PathId('userId') userId: number,
    @PathId('totpId') totpId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const image = await this.totps.qrCode(caller, userId, totpId);
    reply.headers({ 'content-type': 'image/png', 'cache-control': 'no-store' });
    return image;
  }

  @Delete(':totpId')
  @FreshSignIn()
  @HttpCode(204)
  disable(
    @CurrentCaller() caller: Caller,
    @PathId('userId') userId: number,
    @PathId('totpId') totpId: number,
  ): Promise<void> {
    return this.totps.disable(caller, userId, totpId);
  }
}
