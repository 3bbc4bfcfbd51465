import { type Language, languageTag, own } from '@switchyard/contracts';
import { CheckOutlined, GlobalOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../locales/languages.js';
import { availableLanguages } from '../../locales/catalogues.js';
import { systemLanguage } from '../i18n.js';

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
      <span className="sy-grow" lang={languageTag(code)}>
        {languageNames[code]}
      </span>
      {current && <CheckOutlined aria-hidden />}
    </button>
  );
}

interface LanguageListProps {
  saved: string | null;
  /** `null` = as the system prefers. */
  onChoose: (code: Language | null) => void;
}

/** The entries of the menu, with their flags. */
export function LanguageList({ saved, onChoose }: LanguageListProps) {
  const { t } = useTranslation();
  return (
    <>
      <button
        type="button"
        role="menuitemradio"
        aria-checked={saved === null}
        className="sy-menu-item"
        onClick={() => onChoose(null)}
      >
        <GlobalOutlined aria-hidden />
        <span className="sy-grow">{t('shell.systemLanguage')}</span>
        <span className="sy-text3" lang={languageTag(systemLanguage())}>
          {languageNames[systemLanguage()]}
        </span>
      </button>
      <hr />
      {availableLanguages.map((code) => (
        <LanguageItem key={code} code={code} current={code === saved} onChoose={onChoose} />
      ))}
    </>
  );
}
