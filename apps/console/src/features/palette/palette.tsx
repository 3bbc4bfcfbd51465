import './palette.css';
import { SearchOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Keys } from '../../components/display/keys.js';
import { useDialogEscape } from '../../lib/use-dialog-escape.js';
import { useReturnFocus } from '../../lib/use-return-focus.js';
import type { FoundEntry, PaletteEntry } from './palette-entries.js';
import { PaletteFoot } from './palette-foot.js';
import { listId, optionId, PaletteList } from './palette-list.js';
import { useChosenEntry } from './use-chosen-entry.js';

interface PaletteProps {
  /** Text that its first search begins with. */
  typed?: string;
  entries: readonly PaletteEntry[];
  open: boolean;
  onClose: () => void;
  onShortcuts: () => void;
}

function useInSight(id: string): void {
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}

type SearchProps = Pick<ReturnType<typeof useChosenEntry>, 'active' | 'search' | 'setSearch' | 'onKeyDown'> & {
  id: string;
};

function Search({ id, active, search, setSearch, onKeyDown }: SearchProps) {
  const { t } = useTranslation();
  return (
    <div className="sy-palette-head">
      <SearchOutlined aria-hidden />
      <input
        autoFocus
        type="text"
        role="combobox"
        aria-label={t('palette.search')}
        aria-expanded={active >= 0}
        aria-controls={listId(id)}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? optionId(id, active) : undefined}
        placeholder={t('palette.search')}
        maxLength={200}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={onKeyDown}
      />
      <Keys keys={['Esc']} />
    </div>
  );
}

/** Finds templates, tasks, pages and projects while typing (WAI-ARIA, editable combobox with list autocomplete). */
export function Palette({ typed = '', entries, open, onClose, onShortcuts }: PaletteProps) {
  const { t } = useTranslation();
  const id = useId();
  const pending = useRef<(() => void) | null>(null);
  const escape = useDialogEscape(open, onClose);
  const giveFocusBack = useReturnFocus(open);
  const act = (entry: FoundEntry, run: boolean): void => {
    const action = run ? entry.onRun : entry.onOpen;
    if (action) {
      pending.current = action;
      onClose();
    }
  };
  const { search, setSearch, groups, active, choose, onKeyDown } = useChosenEntry(entries, act, typed);
  useInSight(optionId(id, active));
  return (
    <Modal
      {...escape}
      open={open}
      title={<span className="sy-visually-hidden">{t('palette.title')}</span>}
      footer={null}
      closable={false}
      mask={{ closable: true }}
      width={640}
      style={{ top: 120 }}
      className="sy-palette"
      focusable={{ focusTriggerAfterClose: false }}
      onCancel={onClose}
      transitionName=""
      maskTransitionName=""
      afterClose={() => {
        setSearch('');
        giveFocusBack();
        // Not before: a dialog that is opened takes the focus after this one has given it back.
        pending.current?.();
        pending.current = null;
      }}
      destroyOnHidden
    >
      <Search id={id} active={active} search={search} setSearch={setSearch} onKeyDown={onKeyDown} />
      <PaletteList id={id} groups={groups} active={active} onChoose={choose} onOpen={(entry) => act(entry, false)} />
      <PaletteFoot onShortcuts={onShortcuts} />
    </Modal>
  );
}
