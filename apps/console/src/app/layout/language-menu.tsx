import { type Language, languageTag, own } from '@switchyard/contracts';
import { CheckOutlined, GlobalOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { PopupMenu } from '../../components/actions/popup-menu.js';
import { languageNames } from '../../locales/languages.js';
import { availableLanguages, savedLanguage, saveLanguage, systemLanguage } from '../i18n.js';
import { useSaveOptions } from './use-save-options.js';

const flags = import.meta.glob<string>('../../assets/flags/*.svg', { eager: true, import: 'default', query: '?url' });

const flagOf = (code: string): string | undefined => own(flags, `../../assets/flags/${code}.svg`);

interface LanguageItemProps {
  code: Language;
  current: boolean;
  onChoose: (code: Language) => void;
}

function LanguageItem({ code, current, onChoose }: LanguageItemProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={current}
      className="sy-menu-item"
      onClick={() => onChoose(code)}
    >
      <img className="sy-menu-flag" src={flagOf(code)} alt="" />
      <span className="sy-grow">{languageNames[code]}</span>
      {current && <CheckOutlined aria-hidden />}
    </button>
  );
}

/** System plus every language that has a catalogue. A choice is saved for this user and reloads the page. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const saved = savedLanguage();
  const save = useSaveOptions();
  const choose = async (code: Language | null): Promise<void> => {
    if (await save({ language: code === null ? null : languageTag(code) })) {
      saveLanguage(code);
    }
  };
  return (
    <PopupMenu
      placement="topRight"
      width={206}
      label={t('shell.language')}
      trigger={(props) => (
        <Button type="text" icon={<GlobalOutlined aria-hidden />} aria-label={t('shell.language')} {...props} />
      )}
    >
      {() => (
        <>
          <button
            type="button"
            role="menuitemradio"
            aria-checked={saved === null}
            className="sy-menu-item"
            onClick={() => void choose(null)}
          >
            <GlobalOutlined aria-hidden />
            <span className="sy-grow">{t('shell.systemLanguage')}</span>
            <span className="sy-text3">{languageNames[systemLanguage()]}</span>
          </button>
          <hr />
          {availableLanguages.map((code) => (
            <LanguageItem key={code} code={code} current={code === saved} onChoose={(chosen) => void choose(chosen)} />
          ))}
        </>
      )}
    </PopupMenu>
  );
}
