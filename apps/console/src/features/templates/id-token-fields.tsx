import { MAX_ID_TOKENS } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { PairList } from '../../components/forms/pair-list.js';

/** Variables and audiences of the ID tokens that runs get. */
export function IdTokenFields() {
  const { t } = useTranslation();
  return (
    <PairList
      name="id_tokens"
      legend={t('template.idTokens')}
      members={[
        {
          name: 'variable',
          label: t('template.idTokenVariable'),
          placeholder: 'AWS_WEB_IDENTITY_TOKEN',
          isCode: true,
        },
        { name: 'audience', label: t('template.idTokenAudience'), placeholder: 'sts.amazonaws.com', isCode: true },
      ]}
      addText={t('template.addIdToken')}
      removeText={t('template.removeIdToken')}
      most={MAX_ID_TOKENS}
      hint={t('template.idTokensHint')}
    />
  );
}
