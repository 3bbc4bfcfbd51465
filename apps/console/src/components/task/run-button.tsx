import { CaretRightFilled } from '@ant-design/icons';
import type { Template } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useActionWord } from '../actions/use-action-word.js';

interface RunButtonProps {
  template: Template;
  /** 26 in a table, 32 in a list entry. */
  size?: 'small' | 'middle';
  onRun: (template: Template) => void;
}

export function RunButton({ template, size = 'small', onRun }: RunButtonProps) {
  const { t } = useTranslation();
  const action = useActionWord()(template.type);
  return (
    <Button
      className="sy-run"
      size={size}
      icon={<CaretRightFilled aria-hidden />}
      aria-label={t('action.named', { action, name: template.name })}
      onClick={(event) => {
        event.stopPropagation();
        onRun(template);
      }}
    >
      {action}
    </Button>
  );
}
