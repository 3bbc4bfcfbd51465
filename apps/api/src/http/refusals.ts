import { UserError } from '@switchyard/server';

/** 400 with an `error` text that says what is wrong. */
export const badRequest = (message: string): UserError => new UserError(400, message);

/** 401; the code, if any, tells the client what is outstanding. */
export const unauthorized = (code: string | null = null): UserError => new UserError(401, code ?? '');

export const forbidden = (message = ''): UserError => new UserError(403, message);

/** 404: it does not exist, or not for this caller. */
export const notFound = (message = ''): UserError => new UserError(404, message);

/** 400 of a delete that would break what refers to the object. */
export const inUse = (): UserError =>
  new UserError(400, 'This cannot be deleted because something else uses it', { body: { inUse: true } });
