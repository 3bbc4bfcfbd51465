import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { StateClients } from './state-clients.js';

/** Lets clients of the HTTP backend in, by the credential of a task or the key of an alias. */
@Injectable()
export class StateClientGuard implements CanActivate {
  constructor(private readonly clients: StateClients) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: { alias?: string } }>>();
    const { headers, ip, params } = request;
    request.stateClient = await this.clients.identify({
      alias: params.alias ?? '',
      authorization: headers.authorization,
      ip,
    });
    // Terraform accepts gzip; compressing a state takes longer than sending it.
    headers['x-no-compression'] = '1';
    return true;
  }
}
