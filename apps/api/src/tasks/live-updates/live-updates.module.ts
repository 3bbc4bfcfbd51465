import { Module, type OnModuleInit } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { ApiMetrics } from '../../platform/metrics/api-metrics.js';
import { TaskLogsModule } from '../logs/task-logs.module.js';
import { AccessRelay } from './relays/access-relay.js';
import { ConsoleClients } from './console/console-clients.js';
import { ConsoleGateway } from './console/console.gateway.js';
import { ConsoleWatching } from './console/console-watching.js';
import { ConsoleAdmission } from './admission/console-admission.js';
import { EventRate } from './event-rate.js';
import { LiveAdmission } from './admission/live-admission.js';
import { LiveUpdates } from './live-updates.service.js';
import { LogFeeds } from './log-feeds/log-feeds.js';
import { OpenLines } from './log-feeds/open-lines.js';
import { PlainClients } from './plain/plain-clients.js';
import { DeliveryRelay } from './relays/delivery-relay.js';
import { RunnerRelay } from './relays/runner-relay.js';
import { TokenEnds } from './admission/token-ends.js';
import { UpgradeAccess } from './admission/upgrade-access.js';

@Module({
  imports: [AuthModule, TaskLogsModule],
  providers: [
    LiveUpdates,
    ConsoleGateway,
    ConsoleClients,
    ConsoleWatching,
    PlainClients,
    LogFeeds,
    OpenLines,
    RunnerRelay,
    DeliveryRelay,
    AccessRelay,
    TokenEnds,
    UpgradeAccess,
    LiveAdmission,
    ConsoleAdmission,
    EventRate,
  ],
})
export class LiveUpdatesModule implements OnModuleInit {
  constructor(
    private readonly metrics: ApiMetrics,
    private readonly consoles: ConsoleClients,
    private readonly programs: PlainClients,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge('live_connections', 'kind', 'Open live connections of consoles and of programs', () => ({
      console: this.consoles.count(),
      plain: this.programs.count(),
    }));
  }
}
