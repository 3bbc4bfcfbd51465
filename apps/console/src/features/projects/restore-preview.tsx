import { type RestorePreview as Preview, withVisibleControls } from '@switchyard/contracts';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { listText } from '../../lib/list-text.js';
import { problemWords } from '../../lib/problem-words.js';
import { type BackupFile, placeIn } from './backup-file.js';
import './restore.css';

const namesOf = (keys: Preview['keys']): string[] => keys.map(({ name }) => name);

/** Parts of the file that are wanted. */
export interface RestoreChoices {
  members: boolean;
  schedules: boolean;
}

interface RestorePreviewProps {
  preview: Preview;
  file: BackupFile;
  choices: RestoreChoices;
  onChoose: (choices: RestoreChoices) => void;
}

/** Choices about parts that would act on others at once: people let in, and tasks started. */
function Choices({ preview, choices, onChoose }: Omit<RestorePreviewProps, 'file'>) {
  const { t } = useTranslation();
  const { members, active_schedules: schedules } = preview;
  const names = members.map(({ username }) => withVisibleControls(username));
  return (
    <div className="sy-lines">
      {members.length > 0 && (
        <Checkbox
          checked={choices.members}
          onChange={({ target }) => onChoose({ ...choices, members: target.checked })}
        >
          {t('restore.withMembers', { names: listText(names) })}
        </Checkbox>
      )}
      {schedules > 0 && (
        <Checkbox
          checked={choices.schedules}
          onChange={({ target }) => onChoose({ ...choices, schedules: target.checked })}
        >
          {t('restore.startSchedules')}
        </Checkbox>
      )}
    </div>
  );
}

/** Notes that say all there is to say of an entry: the member that they are about would be said twice. */
const WHOLE: readonly string[] = ['restore_active', 'restore_alias', 'restore_past', 'restore_more_environments'];

/** The entry of the file that a note is about, by its kind and name; the members below it stay as they are written. */
function NotePlace({ file, note: { path, code } }: { file: BackupFile; note: Preview['notes'][number] }) {
  const { t } = useTranslation();
  const { section, name, rest } = placeIn(file, path);
  return (
    <>
      <b>{section === 'sealed' ? t('restore.file') : t(`restore.places.${section}`, { defaultValue: section })}</b>
      {name !== '' && <> {withVisibleControls(name)}</>}
      {rest !== '' && !WHOLE.includes(code) && (
        <>
          {' '}
          <code>{rest}</code>
        </>
      )}
    </>
  );
}

/** Objects that a restore would make, keys that get their secrets and those that stay empty, choices, and what is left out. */
export function RestorePreview({ preview, file, choices, onChoose }: RestorePreviewProps) {
  const { made, keys, filledKeys } = preview;
  const notes = preview.notes.filter(({ code }) => code !== 'restore_active' || choices.schedules);
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
      <Choices preview={preview} choices={choices} onChoose={onChoose} />
      {notes.length > 0 && (
        <>
          <h2>{t('restore.planNotes')}</h2>
          <ul className="sy-restore-notes">
            {notes.map((note) => (
              <li key={`${note.path.join('.')} ${note.code}`}>
                <NotePlace file={file} note={note} />: {problemWords(note)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
