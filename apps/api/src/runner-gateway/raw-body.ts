import type { PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { badRequest } from '../http/refusals.js';

/** Parses the bytes of a body, after the guard has checked the signature over them. */
export class RawBody<T extends z.ZodType> implements PipeTransform<unknown, z.infer<T>> {
  constructor(private readonly schema: T) {}

  transform(body: unknown): z.infer<T> {
    const parsed = this.schema.safeParse(jsonOf(body));
    if (!parsed.success) {
      throw badRequest(z.prettifyError(parsed.error));
    }
    return parsed.data;
  }
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8');

function jsonOf(body: unknown): unknown {
  try {
    return body instanceof Uint8Array ? (JSON.parse(textOf(body)) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
