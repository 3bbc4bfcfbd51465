import { CheckCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons';
import { type Finding, type FindingLevel, FINDING_LEVELS, withVisibleControls } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { checkText, findingText, remedyText } from './finding-words.js';
import './doctor.css';

const looks: Readonly<Record<FindingLevel, { tone: string; icon: ReactNode }>> = {
  ok: { tone: 'green', icon: <CheckCircleFilled aria-hidden /> },
  warning: { tone: 'orange', icon: <WarningFilled aria-hidden /> },
  fault: { tone: 'red', icon: <CloseCircleFilled aria-hidden /> },
};

/** The worst first, else in the order of the checks. */
export const bySeverity = (findings: readonly Finding[]): Finding[] =>
  [...FINDING_LEVELS].reverse().flatMap((level) => findings.filter((finding) => finding.level === level));

/** Findings with their remedies. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation();
  return (
    <ul className="dr-findings" aria-label={t('shell.doctor')}>
      {bySeverity(findings).map((finding, i) => (
        <FindingRow key={i} finding={finding} />
      ))}
    </ul>
  );
}

function FindingRow({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const { tone, icon } = looks[finding.level];
  const remedy = remedyText(finding, t);
  const { task, project } = finding.params;
  return (
    <li>
      <span className="sy-status" data-tone={tone}>
        {icon}
        <span>{t(`doctor.levels.${finding.level}`)}</span>
      </span>
      <span className="dr-check">{checkText(finding.check, t)}</span>
      <div className="dr-text">
        <div>{withVisibleControls(findingText(finding, t))}</div>
        {remedy !== null && <div className="sy-text2">{remedy}</div>}
        {task !== undefined && project !== undefined && (
          <Link to={`/project/${project}/history?t=${task}`}>{t('waiting.openTask', { task })}</Link>
        )}
      </div>
    </li>
  );
}
