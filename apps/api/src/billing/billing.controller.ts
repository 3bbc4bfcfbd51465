import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { BillingProject, BillingQuery, NewLicenseKey, Payment, PaymentInput, TierChange } from '@switchyard/contracts';
import { Refuses, ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { RequirePermission } from '../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../auth/access/caller.js';
import { BillingService } from './billing.service.js';
import { HostedOnlyGuard } from './hosted-only.guard.js';
import { PaymentsService } from './payments.service.js';

/** Tiers and payments of projects, in the hosted edition. */
@Controller('billing/projects/:projectId')
@UseGuards(HostedOnlyGuard)
export class BillingController {
  constructor(
    private readonly billing: BillingService,
    private readonly payments: PaymentsService,
  ) {}

  @ResponseSchema(BillingProject)
  @Refuses(409, 'The coupon cannot be used.')
  @Get()
  @RequirePermission('updateProject')
  read(
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: BillingQuery }) query: BillingQuery,
  ): Promise<BillingProject> {
    return this.billing.read(project, query);
  }

  /** Begins, tries, cancels or continues a tier, or makes it annual. */
  @Put()
  @HttpCode(204)
  @RequirePermission('updateProject')
  change(@CurrentProject() project: ProjectAccess, @Body({ schema: TierChange }) change: TierChange): Promise<void> {
    return this.billing.change(project, change);
  }

  /** Makes a new key of the licence that the tier is. */
  @ResponseSchema(NewLicenseKey)
  @Post('subscription/rekey')
  @HttpCode(200)
  @RequirePermission('updateProject')
  rekey(@CurrentProject() project: ProjectAccess): Promise<NewLicenseKey> {
    return this.billing.rekey(project);
  }

  @ResponseSchema(z.array(Payment))
  @Get('payments')
  @RequirePermission('updateProject')
  list(@CurrentProject() project: ProjectAccess): Promise<Payment[]> {
    return this.payments.list(project);
  }

  /** Opens a page of the gateway, on which it is paid. */
  @ResponseSchema(Payment)
  @Refuses(502, 'The payment provider cannot be reached.')
  @Post('payments')
  @RequirePermission('updateProject')
  pay(@CurrentProject() project: ProjectAccess, @Body({ schema: PaymentInput }) input: PaymentInput): Promise<Payment> {
    return this.payments.create(project, input);
  }

  /** Fetches the state from the gateway. */
  @ResponseSchema(Payment)
  @Refuses(502, 'The payment provider cannot be reached.')
  @Put('payments/:number/refresh')
  @RequirePermission('updateProject')
  refresh(@CurrentProject() project: ProjectAccess, @Param('number') number: string): Promise<Payment> {
    return this.payments.refresh(project, number);
  }
}
