import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.js';

/** Question to the user before something unusual is saved. */
export interface Question {
  title: string;
  text: string;
}

/**
 * Asks before a save, until it was answered with yes.
 * @param questionOf what is to be asked now; `null` = nothing
 */
export function useQuestion(questionOf: () => Question | null, save: () => Promise<void>) {
  const [asked, setAsked] = useState<Question | null>(null);
  const [isAnswered, setAnswered] = useState(false);
  return {
    asked,
    submit: async (): Promise<void> => {
      const question = isAnswered ? null : questionOf();
      return question === null ? save() : setAsked(question);
    },
    withdraw: () => setAsked(null),
    confirm: () => {
      setAnswered(true);
      setAsked(null);
      void save();
    },
  };
}

interface QuestionDialogProps {
  asked: Question | null;
  /** Effect of yes, as on the button of the form. */
  button: string;
  onYes: () => void;
  onNo: () => void;
}

export function QuestionDialog({ asked, button, onYes, onNo }: QuestionDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={asked !== null}
      width={440}
      title={asked?.title}
      onClose={onNo}
      footer={
        <>
          <Button onClick={onYes}>{button}</Button>
          <Button type="primary" autoFocus onClick={onNo}>
            {t('unsaved.keep')}
          </Button>
        </>
      }
    >
      <p className="sy-text2">{asked?.text}</p>
    </Dialog>
  );
}
