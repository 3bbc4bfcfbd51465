import type { CheckName, Finding, FindingCode, RemedyCode } from '@switchyard/contracts';
import i18next, { type TFunction } from 'i18next';

type Group = 'doctor.findings' | 'doctor.remedies' | 'doctor.checks';

/** Whether the catalogue has a text; what a newer server finds may be unknown to it. */
const hasWords = (group: Group, code: string): boolean => i18next.exists(`${group}.${code}`);
const isFinding = (code: string): code is FindingCode => hasWords('doctor.findings', code);
const isRemedy = (code: string): code is RemedyCode => hasWords('doctor.remedies', code);
const isCheck = (name: string): name is CheckName => hasWords('doctor.checks', name);

export const findingText = ({ code, params }: Finding, t: TFunction): string =>
  isFinding(code)
    ? t(`doctor.findings.${code}`, { ...params, interpolation: { escapeValue: false } })
    : t('errors.unknownCode', { code });

/** Remedy of a finding; null when nothing is to be done. */
export const remedyText = ({ code, level }: Finding, t: TFunction): string | null =>
  level !== 'ok' && isRemedy(code) ? t(`doctor.remedies.${code}`) : null;

export const checkText = (check: string, t: TFunction): string =>
  isCheck(check) ? t(`doctor.checks.${check}`) : check;

/** The findings as lines of a text. */
export const findingLines = (findings: readonly Finding[], t: TFunction): string =>
  findings
    .map((finding) => {
      const line = `${t(`doctor.levels.${finding.level}`)} · ${checkText(finding.check, t)}: ${findingText(finding, t)}`;
      const remedy = remedyText(finding, t);
      return remedy === null ? line : `${line}\n    ${remedy}`;
    })
    .join('\n');
