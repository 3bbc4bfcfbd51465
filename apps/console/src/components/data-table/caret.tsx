import { CaretDownFilled, CaretRightFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

interface CaretProps {
  expanded: boolean;
  name: string;
  onToggle: () => void;
}

/** Opens and closes the tasks of a row. */
export function Caret({ expanded, name, onToggle }: CaretProps) {
  const { t } = useTranslation();
  const label = expanded ? t('template.hideTasks', { name }) : t('template.showTasks', { name });
  return (
    <button type="button" className="sy-caret" aria-expanded={expanded} aria-label={label} onClick={onToggle}>
      {expanded ? <CaretDownFilled aria-hidden /> : <CaretRightFilled aria-hidden />}
    </button>
  );
}
