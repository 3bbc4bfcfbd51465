import type { RestorePlan as Plan } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { listText } from '../../lib/list-text.js';
import { problemWords } from '../../lib/problem-words.js';
import './restore.css';

const namesOf = (keys: Plan['keys']): string[] => keys.map(({ name }) => name);

/** What a restore would make, which keys get their secrets and which stay empty, and what is left out. */
export function RestorePlan({ plan: { made, keys, filledKeys, notes } }: { plan: Plan }) {
  const { t } = useTranslation();
  return (
    <section className="sy-restore-plan" aria-labelledby="restore-plan">
      <h2 id="restore-plan">{t('restore.planTitle')}</h2>
      <ul>
        {made.map(({ section, count }) => (
          <li key={section}>{t(`restore.sections.${section}`, { count, defaultValue: `${section}: ${count}` })}</li>
        ))}
      </ul>
      {filledKeys.length > 0 && <p>{t('restore.planFilled', { names: listText(namesOf(filledKeys)) })}</p>}
      {keys.length > 0 && <p>{t('restore.planKeys', { names: listText(namesOf(keys)), count: keys.length })}</p>}
      {notes.length > 0 && (
        <>
          <h2>{t('restore.planNotes')}</h2>
          <ul className="sy-restore-notes">
            {notes.map((note) => (
              <li key={`${note.path.join('.')} ${note.code}`}>
                <code>{note.path.join('.')}</code> {problemWords(note)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
