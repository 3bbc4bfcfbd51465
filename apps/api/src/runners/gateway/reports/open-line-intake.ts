import { Inject, Injectable } from '@nestjs/common';
import { BusChannel, type OpenLine, type OpenLinesRequest, type SentOpenLine } from '@switchyard/contracts';
import { settleEach } from '@switchyard/database';
import { MAX_BUS_PAYLOAD_BYTES, type MessageBus } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { BUS } from '../../../platform/infrastructure/tokens.js';
import { findLogPlaces, type LogPlace } from './attempt.repository.js';
import { AttemptMaskers } from './attempt-maskers.js';

/** Hands the unfinished last lines that runners send to every replica. Nothing of them is stored. */
@Injectable()
export class OpenLineIntake {
  constructor(
    private readonly dataSource: DataSource,
    private readonly maskers: AttemptMaskers,
    @Inject(BUS) private readonly bus: MessageBus,
  ) {}

  /** Lines of attempts whose lease is over are dropped, and those that cannot be masked. */
  async take(runnerId: number, { lines }: OpenLinesRequest): Promise<void> {
    const places = await findLogPlaces(this.dataSource.manager, runnerId, lines);
    await settleEach(lines, async (sent) => {
      const place = places.find((each) => each.attempt_id === sent.attempt && each.lease_id === sent.lease);
      if (place) {
        this.bus.publish(BusChannel.openLine, messageOf(await this.masked(sent, place)));
      }
    });
  }

  /** Masked once more, as lines are before they are stored. */
  private async masked({ attempt, line, time, text }: SentOpenLine, place: LogPlace): Promise<OpenLine> {
    const masker = await this.maskers.of(attempt);
    const shown = masker.maskOpen(Buffer.from(text.replaceAll('\n', ' '))).toString('utf8');
    return { task_id: place.task_id, attempt: place.attempt, line: place.base_line + line, time, text: shown };
  }
}

/** The message with as much of the text as the bus carries. */
function messageOf(open: OpenLine): string {
  let { text } = open;
  let message = JSON.stringify(open);
  while (Buffer.byteLength(message) > MAX_BUS_PAYLOAD_BYTES) {
    text = text.slice(0, Math.floor(text.length / 2));
    message = JSON.stringify({ ...open, text });
  }
  return message;
}
