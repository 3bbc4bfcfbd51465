import type { BodyDataType, WebhookPart } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

interface PlaceTextProps {
  part: WebhookPart;
  dataType: BodyDataType | null;
  name: string;
}

/** Where in a webhook something is read, in few words. */
export function PlaceText({ part, dataType, name }: PlaceTextProps) {
  const { t } = useTranslation();
  const isWhole = part === 'body' && dataType === 'string';
  return (
    <>
      <span className="sy-text2">{isWhole ? t('integration.wholeBody') : t(`integration.parts.${part}`)}</span>
      {!isWhole && <code> {name}</code>}
    </>
  );
}
