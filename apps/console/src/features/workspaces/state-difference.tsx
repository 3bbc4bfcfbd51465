import type { TerraformStateContent } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

const KINDS = [
  ['added', '+', 'green'],
  ['changed', '~', 'blue'],
  ['removed', '−', 'red'],
] as const;

/** The resources that a version differs in from the one before, the first of each kind. */
export function StateDifference({ state }: { state: TerraformStateContent }) {
  const { t } = useTranslation();
  const { difference } = state;
  if (difference === null || KINDS.every(([kind]) => difference[kind].length === 0)) {
    return null;
  }
  return (
    <section className="ws-difference" aria-label={t('state.against', { serial: difference.against })}>
      <h3>{t('state.against', { serial: difference.against })}</h3>
      {KINDS.map(([kind, sign, tone]) => (
        <ul key={kind} aria-label={t(`state.kinds.${kind}`)}>
          {difference[kind].map((address) => (
            <li key={address} data-tone={tone}>
              <span aria-hidden>{sign}</span> <code>{address}</code>
            </li>
          ))}
          {(state[kind] ?? 0) > difference[kind].length && (
            <li className="sy-text2">{t('state.more', { count: (state[kind] ?? 0) - difference[kind].length })}</li>
          )}
        </ul>
      ))}
    </section>
  );
}
