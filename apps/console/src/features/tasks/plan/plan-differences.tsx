import type { PlanAttribute } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { HiddenText } from '../../../components/display/hidden-text.js';

/** A text as people wrote it; everything else as JSON. */
function readable(json: string): string {
  if (!json.startsWith('"') || !json.includes('\\n')) {
    return json;
  }
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

function After({ attribute: { after, unknown } }: { attribute: PlanAttribute }) {
  const { t } = useTranslation();
  if (unknown) {
    return <em>{t('log.plan.unknown')}</em>;
  }
  return after === null ? (
    <em>{t('log.plan.removed')}</em>
  ) : (
    <ins>
      <code>{readable(after)}</code>
    </ins>
  );
}

function Values({ attribute }: { attribute: PlanAttribute }) {
  const { t } = useTranslation();
  const { before, sensitive } = attribute;
  if (sensitive) {
    return <em>{t('log.plan.sensitive')}</em>;
  }
  return (
    <>
      {before !== null && (
        <>
          <del>
            <code>{readable(before)}</code>
          </del>
          <span className="sy-plan-arrow">
            <span aria-hidden>→</span>
            <HiddenText text={t('log.plan.becomes')} />
          </span>
        </>
      )}
      <After attribute={attribute} />
    </>
  );
}

interface PlanDifferencesProps {
  attributes: readonly PlanAttribute[];
  /** Differences that are left out. */
  more: number;
}

/** Differences, one value a line. */
export function PlanDifferences({ attributes, more }: PlanDifferencesProps) {
  const { t } = useTranslation();
  return (
    <>
      <dl className="sy-plan-differences">
        {attributes.map((attribute, i) => (
          <div key={`${attribute.path} ${i}`}>
            <dt>
              <code>{attribute.path}</code>
              {attribute.replaces && <span data-tone="volcano">{t('log.plan.replaces')}</span>}
            </dt>
            <dd>
              <Values attribute={attribute} />
            </dd>
          </div>
        ))}
      </dl>
      {more > 0 && <p className="sy-plan-more">{t('log.plan.moreAttributes', { count: more })}</p>}
      {attributes.length + more === 0 && <p className="sy-plan-more">{t('log.plan.noDifferences')}</p>}
    </>
  );
}
