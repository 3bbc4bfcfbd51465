import type { PlainCode } from '@switchyard/contracts';
import { Param, type PipeTransform } from '@nestjs/common';
import { describePath } from '@switchyard/server';
import { badRequest, notFound } from './refusals.js';

/** Path parameter that names the project on routes of its members. */
export const PROJECT_PARAM = 'projectId';

const MAX_ID = 2_147_483_647;

/**
 * An id from a path. Something that is no number answers 400; a number that no row can have, 404.
 * @param fault problem of the 400 answer
 */
export function parsePathId(text: string | undefined, fault: PlainCode = 'path_id'): number {
  if (!text || !/^\d+$/.test(text)) {
    throw badRequest(fault);
  }
  const id = Number(text);
  if (id < 1 || id > MAX_ID) {
    throw notFound();
  }
  return id;
}

const pathIdPipe: PipeTransform<string, number> = { transform: (text) => parsePathId(text) };

/** The schema of an id in a path. */
export const PATH_ID_SCHEMA = { type: 'integer', minimum: 1, maximum: MAX_ID };
const PATH_UUID_SCHEMA = { type: 'string', format: 'uuid' };

/** A part of the path that a pipe reads, and its schema for the OpenAPI document. */
const pathParameter =
  (name: string, pipe: PipeTransform, schema: object): ParameterDecorator =>
  (target, method, index) => {
    Param(name, pipe)(target, method, index);
    describePath({ name, schema }, target, method);
  };

/** The numeric id at this place of the path. */
export const PathId = (name: string): ParameterDecorator => pathParameter(name, pathIdPipe, PATH_ID_SCHEMA);

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const pathUuidPipe: PipeTransform<string, string> = {
  transform: (text) => {
    if (!uuidPattern.test(text)) {
      throw notFound();
    }
    return text;
  },
};

/** The UUID at this place of the path; what is none answers 404. */
export const PathUuid = (name: string): ParameterDecorator => pathParameter(name, pathUuidPipe, PATH_UUID_SCHEMA);
