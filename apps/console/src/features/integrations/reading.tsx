import { CheckCircleFilled, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import {
  type ExtractedVariable,
  type IntegrationDelivery,
  type MatcherVerdict,
  withVisibleControls,
} from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { issueWords } from '../../lib/problem-words.js';
import { PlaceText } from './place-text.js';

function Compared({ value }: { value: string | null }) {
  const { t } = useTranslation();
  return (
    <span className="sy-text2">
      {value === null
        ? t('integration.reading.absent')
        : t('integration.reading.compared', { value: withVisibleControls(value) })}
    </span>
  );
}

function Mark({ holds, isAside }: { holds: boolean; isAside: boolean }) {
  const { t } = useTranslation();
  if (holds) {
    return <CheckCircleFilled className="in-holds" aria-label={t('integration.reading.holds')} />;
  }
  return isAside ? (
    <MinusCircleOutlined className="sy-text3" aria-hidden />
  ) : (
    <CloseCircleFilled className="in-fails" aria-label={t('integration.reading.fails')} />
  );
}

function Verdict({ verdict, isAside }: { verdict: MatcherVerdict; isAside: boolean }) {
  const { t } = useTranslation();
  return (
    <li>
      <Mark holds={verdict.holds} isAside={isAside} /> <strong>{withVisibleControls(verdict.name)}</strong>{' '}
      <PlaceText part={verdict.match_type} dataType={verdict.body_data_type} name={verdict.key} />{' '}
      <span className="sy-text2">{t(`integration.methods.${verdict.method}`)}</span>{' '}
      <code>{withVisibleControls(verdict.value)}</code> · <Compared value={verdict.compared} />
      {isAside && !verdict.holds && <span className="sy-text2"> · {t('integration.reading.aside')}</span>}
    </li>
  );
}

const Extracted = ({ each }: { each: ExtractedVariable }) => {
  const { t } = useTranslation();
  return (
    <li>
      <strong>{withVisibleControls(each.name)}</strong>{' '}
      <span className="sy-text2">{t(`integration.variableTypes.${each.variable_type}`)}</span>{' '}
      <code>{each.variable}</code> ={' '}
      {each.value === null ? (
        <span className="sy-text2">{t('integration.reading.absent')}</span>
      ) : (
        <code>{withVisibleControls(each.value)}</code>
      )}
    </li>
  );
};

interface Read extends Pick<IntegrationDelivery, 'verdicts' | 'extracted' | 'issues' | 'ignored'> {
  /** A pull request that the template runs on, for which matchers do not count. */
  pull_request?: IntegrationDelivery['pull_request'];
}

/** Verdicts and values of a webhook, and the parts of its launch that are left out or do not fit. */
export function Reading({ verdicts, extracted, issues, ignored, pull_request: pull = null }: Read) {
  const { t } = useTranslation();
  return (
    <>
      {verdicts.length > 0 && (
        <ul aria-label={t('integration.matchers.title')}>
          {verdicts.map((verdict) => (
            <Verdict key={verdict.id} verdict={verdict} isAside={pull !== null} />
          ))}
        </ul>
      )}
      {extracted.length > 0 && (
        <ul aria-label={t('integration.values.title')}>
          {extracted.map((each) => (
            <Extracted key={each.id} each={each} />
          ))}
        </ul>
      )}
      {issues.length > 0 && <p className="sy-field-fault">{issueWords(issues, t)}</p>}
      {ignored.map(({ name, reason }) => (
        <p key={`${name} ${reason}`} className="sy-text2">
          {t('integration.reading.ignored', { name, reason: t(`log.ignored.${reason}`) })}
        </p>
      ))}
    </>
  );
}
