import {
  issueAt,
  problem,
  type PlainCode,
  type Problem,
  type ProblemArgs,
  type ProblemCode,
} from '@switchyard/contracts';
import { invalidRequest, UserError } from '@switchyard/server';

/** An answer of this status, with a problem of the catalogue. */
export const refusal = <C extends ProblemCode>(status: number, code: C, ...params: ProblemArgs<C>): UserError =>
  new UserError(status, problem(code, ...params));

export const badRequest = <C extends ProblemCode>(code: C, ...params: ProblemArgs<C>): UserError =>
  refusal(400, code, ...params);

/** 400 for one member of the request, at whose field a form shows it. @param path names joined by dots */
export const badMember = <C extends ProblemCode>(path: string, code: C, ...params: ProblemArgs<C>): UserError =>
  invalidRequest([issueAt(path.split('.'), problem(code, ...params))]);

/** 401; the code names what is outstanding. */
export const unauthorized = (code: PlainCode | null = null): UserError =>
  new UserError(401, named(code ?? 'not_signed_in'));

/** 403 */
export const forbidden = (code: PlainCode | null = null): UserError => new UserError(403, named(code ?? 'not_allowed'));

/** 404: it does not exist, or not for this caller. */
export const notFound = (code: PlainCode | null = null): UserError => new UserError(404, named(code ?? 'not_found'));

/** The 401 by which existing clients of account routes know that somebody may not do this. */
export const notPermitted = (): UserError => new UserError(401, named('not_allowed'));

/** 404 for a member that names what the project does not have. */
export const unknownMember = (member: string): UserError =>
  new UserError(404, problem('invalid_request'), { issues: [issueAt([member], problem('not_in_project'))] });

/** 400 of a delete that would break what refers to the object. */
export const inUse = (): UserError => new UserError(400, problem('in_use'), { body: { inUse: true } });

const named = (code: PlainCode): Problem => ({ code, params: {} });
