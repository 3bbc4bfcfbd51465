import { type Language, languageTag } from '@switchyard/contracts';
import { GlobalOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PopupMenu } from '../../components/actions/popup-menu.js';
import { withTexts } from '../../lib/all-texts.js';
import { savedLanguage } from '../../locales/catalogues.js';
import { saveLanguage } from '../i18n.js';
import { useSaveOptions } from './use-save-options.js';
import { late } from '../../components/feedback/late.js';

const LanguageList = late(async () => (await withTexts(import('./language-list.js'))).LanguageList);

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
        <Suspense fallback={null}>
          <LanguageList saved={saved} onChoose={(code) => void choose(code)} />
        </Suspense>
      )}
    </PopupMenu>
  );
}
