import { CaretDownFilled, CaretRightFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

interface CaretProps {
  expanded: boolean;
  /** Effect of a press, with the name of the row. */
  label: string;
  onToggle: () => void;
}

/** Opens and closes what a row of a table expands to. */
export function Caret({ expanded, label, onToggle }: CaretProps) {
  return (
    <button type="button" className="sy-caret" aria-expanded={expanded} aria-label={label} onClick={onToggle}>
      {expanded ? <CaretDownFilled aria-hidden /> : <CaretRightFilled aria-hidden />}
    </button>
  );
}

interface TasksCaretProps {
  expanded: boolean;
  name: string;
  onToggle: () => void;
}

/** Opens and closes the tasks of a row. */
export function TasksCaret({ expanded, name, onToggle }: TasksCaretProps) {
  const { t } = useTranslation();
  const label = expanded ? t('template.hideTasks', { name }) : t('template.showTasks', { name });
  return <Caret expanded={expanded} label={label} onToggle={onToggle} />;
}
