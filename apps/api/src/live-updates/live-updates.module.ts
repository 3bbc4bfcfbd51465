import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { TaskLogsModule } from '../task-logs/task-logs.module.js';
import { AccessNews } from './access-news.js';
import { ConsoleClients } from './console-clients.js';
import { ConsoleWatching } from './console-watching.js';
import { EventRate } from './event-rate.js';
import { LiveAdmission } from './live-admission.js';
import { LiveUpdates } from './live-updates.service.js';
import { LogFeeds } from './log-feeds.js';
import { PlainClients } from './plain-clients.js';
import { RunnerNews } from './runner-news.js';
import { TokenEnds } from './token-ends.js';
import { UpgradeAccess } from './upgrade-access.js';

@Module({
  imports: [AuthModule, TaskLogsModule],
  providers: [
    LiveUpdates,
    ConsoleClients,
    ConsoleWatching,
    PlainClients,
    LogFeeds,
    RunnerNews,
    AccessNews,
    TokenEnds,
    UpgradeAccess,
    LiveAdmission,
    EventRate,
  ],
})
export class LiveUpdatesModule {}
