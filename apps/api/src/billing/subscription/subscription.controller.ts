import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Subscription, SubscriptionInput } from '@switchyard/contracts';
import { Refuses, ResponseSchema } from '@switchyard/server';
import { AuditAs } from '../../auth/audit/audit-as.js';
import { AdminOnly, SignedIn } from '../../auth/access/access.js';
import { CurrentCaller, type Caller } from '../../auth/access/caller.js';
import { SubscriptionService } from './subscription.service.js';

@Controller('api/subscription')
export class SubscriptionController {
  constructor(private readonly subscription: SubscriptionService) {}

  @ResponseSchema(Subscription)
  @Refuses(404, 'No subscription is active, or the edition knows none.')
  @Get()
  @SignedIn()
  read(@CurrentCaller() caller: Caller): Promise<Subscription> {
    return this.subscription.read(caller);
  }

  @ResponseSchema(Subscription)
  @Post()
  @HttpCode(200)
  @AdminOnly()
  @AuditAs('subscription.activate')
  activate(
    @CurrentCaller() caller: Caller,
    @Body({ schema: SubscriptionInput }) input: SubscriptionInput,
  ): Promise<Subscription> {
    return this.subscription.activate(caller, input);
  }
}
