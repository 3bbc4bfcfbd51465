import { Controller, HttpCode, Injectable, Param, Post, Req, Res } from '@nestjs/common';
import { IntegrationAnswer } from '@switchyard/contracts';
import { AnswersEmpty, BodyLimit, MEBIBYTE, OptionalResponseSchema, Refuses } from '@switchyard/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../auth/access/access.js';
import { TooManyWebhooks } from '../reading/webhook-rate.js';
import { WebhookReceiver } from './webhook-receiver.js';

const NOTHING = Buffer.alloc(0);

/** Webhooks of others. Their senders prove themselves by the request. */
@Injectable()
@Controller('api/integrations')
export class WebhooksController {
  constructor(private readonly receiver: WebhookReceiver) {}

  /** Answers 202 with the ids of tasks, or 204 where the integration is set to. */
  @OptionalResponseSchema(IntegrationAnswer)
  @AnswersEmpty(204)
  @Refuses(415, 'The body is no JSON, XML, plain text or form with a payload.')
  @Post(':alias')
  @HttpCode(202)
  @BodyLimit(4 * MEBIBYTE)
  @Public()
  async receive(
    @Param('alias') alias: string,
    @Req() { headers, ip, body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IntegrationAnswer | undefined> {
    const answer = await this.receiver
      .receive({ alias, headers, ip, body: Buffer.isBuffer(body) ? body : NOTHING })
      .catch((error: unknown) => {
        if (error instanceof TooManyWebhooks) {
          reply.header('retry-after', error.retryAfterSeconds);
        }
        throw error;
      });
    if (answer === null) {
      void reply.status(204);
      return undefined;
    }
    return answer;
  }
}
