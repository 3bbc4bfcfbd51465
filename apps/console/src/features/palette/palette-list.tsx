import { useTranslation } from 'react-i18next';
import type { FoundEntry, FoundGroup } from './palette-entries.js';
import { PaletteOption } from './palette-option.js';

interface PaletteListProps {
  /** Begins the ids of list and options. */
  id: string;
  groups: readonly FoundGroup[];
  /** Place of the chosen entry among those of all groups. */
  active: number;
  onChoose: (index: number) => void;
  onOpen: (entry: FoundEntry) => void;
}

export const listId = (id: string): string => `${id}-list`;
export const optionId = (id: string, index: number): string => `${id}-option-${index}`;

/** Matches, by group. */
export function PaletteList({ id, groups, active, onChoose, onOpen }: PaletteListProps) {
  const { t } = useTranslation();
  const flat = groups.flatMap(({ entries }) => entries);
  return (
    <>
      <div id={listId(id)} role="listbox" aria-label={t('palette.title')} className="sy-palette-list">
        {groups.map(({ group, entries }) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className="sy-palette-group">
              {t(`palette.groups.${group}`)}
            </div>
            {entries.map((entry) => {
              const index = flat.indexOf(entry);
              return (
                <PaletteOption
                  key={entry.key}
                  id={optionId(id, index)}
                  entry={entry}
                  active={index === active}
                  onHover={() => onChoose(index)}
                  onOpen={() => onOpen(entry)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {flat.length === 0 && (
        <p role="status" className="sy-palette-none">
          {t('palette.none')}
        </p>
      )}
    </>
  );
}
