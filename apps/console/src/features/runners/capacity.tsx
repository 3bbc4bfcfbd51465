import type { Runner } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

type Load = Pick<Runner, 'used' | 'limit'>;

const isFull = ({ used, limit }: Load): boolean => limit > 0 && used >= limit;

/** "6 of 8"; a runner without a limit shows infinity. */
export function CapacityText({ used, limit }: Load) {
  const { t } = useTranslation();
  return (
    <span className="sy-num">
      <b>{used}</b> <span className="sy-text2">{t('runners.ofLimit', { limit: limit === 0 ? '∞' : limit })}</span>
    </span>
  );
}

/** Slots in use over a meter. */
export function Capacity({ load }: { load: Load }) {
  const { t } = useTranslation();
  const full = isFull(load);
  return (
    <div className="ru-capacity">
      <div className="sy-row">
        <CapacityText {...load} />
        {full && (
          <span className="ru-chip" data-tone="orange">
            {t('runners.full')}
          </span>
        )}
      </div>
      {load.limit > 0 && (
        <div className="ru-meter" data-tone={full ? 'orange' : 'blue'} aria-hidden>
          <div style={{ width: `${Math.min(100, (load.used / load.limit) * 100)}%` }} />
        </div>
      )}
    </div>
  );
}
