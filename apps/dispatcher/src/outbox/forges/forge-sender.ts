import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../../config.js';
import { DISPATCHER_CONFIG } from '../../infrastructure/infrastructure.js';
import { MESSAGE_RETRY } from '../message-sender.js';
import { ForgeClient } from './forge-client.js';

/** What reports to forges, one message of a target at a time. */
@Injectable()
export abstract class ForgeSender {
  readonly parallel = 1;
  readonly retry = MESSAGE_RETRY;

  constructor(
    protected readonly dataSource: DataSource,
    protected readonly forges: ForgeClient,
    @Inject(DISPATCHER_CONFIG) protected readonly config: DispatcherConfig,
  ) {}
}
