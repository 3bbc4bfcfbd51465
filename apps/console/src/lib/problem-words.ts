import { isProblemCode, type SentIssue } from '@switchyard/contracts';
import i18next, { type TFunction } from 'i18next';

/** A problem of this version or another. */
interface AnyProblem {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number | AnyProblem>>;
}

/** The words of the catalogue for a problem; those of a newer server that it does not know are shown by their code. */
export function problemWords({ code, params }: AnyProblem, t: TFunction = i18next.t): string {
  return isProblemCode(code)
    ? t(`problem.${code}`, { ...wordedParams(params, t), interpolation: { escapeValue: false } })
    : t('errors.unknownCode', { code });
}

const wordedParams = (params: AnyProblem['params'], t: TFunction): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'object' ? problemWords(value, t) : value]),
  );

/** One sentence for the faults of a request, each after the name of its member. */
export const issueWords = (issues: readonly SentIssue[], t: TFunction = i18next.t): string =>
  issues.map((issue) => [issue.path.join('.'), problemWords(issue, t)].filter(Boolean).join(': ')).join('; ');
