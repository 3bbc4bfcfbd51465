import { setImmediate } from 'node:timers/promises';
import { Body, type PipeTransform } from '@nestjs/common';
import { issuesOf } from '@switchyard/contracts';
import { describeBody, invalidRequest, LARGE_BODY_BYTES, parseJsonBody, parseJsonInTurns } from '@switchyard/server';
import type { z } from 'zod';

/** The body of a runner's call, as the schema has it: parsed after the guard has checked the signature over its bytes. */
export function RunnerBody(schema: z.ZodType): ParameterDecorator {
  return (target, method, index) => {
    Body(new RawBody(schema))(target, method, index);
    describeBody(schema, target, method);
  };
}

class RawBody<T extends z.ZodType> implements PipeTransform<unknown, z.infer<T> | Promise<z.infer<T>>> {
  constructor(private readonly schema: T) {}

  transform(body: unknown): z.infer<T> | Promise<z.infer<T>> {
    return Buffer.isBuffer(body) && body.length > LARGE_BODY_BYTES ? this.inTurns(body) : this.checked(jsonOf(body));
  }

  private async inTurns(body: Buffer): Promise<z.infer<T>> {
    const json = await parseJsonInTurns(body);
    await setImmediate();
    return this.checked(json);
  }

  private checked(json: unknown): z.infer<T> {
    const parsed = this.schema.safeParse(json);
    if (!parsed.success) {
      throw invalidRequest(issuesOf(parsed.error.issues));
    }
    return parsed.data;
  }
}

const jsonOf = (body: unknown): unknown => (Buffer.isBuffer(body) ? parseJsonBody(body) : undefined);
