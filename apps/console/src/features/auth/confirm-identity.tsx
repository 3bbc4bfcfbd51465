import { Suspense, useEffect, useState } from 'react';
import { onConfirmationNeeded } from '../../api/confirmation.js';
import { withTexts } from '../../lib/all-texts.js';
import { late } from '../../components/feedback/late.js';

const ConfirmDialog = late(async () => (await withTexts(import('./confirm-dialog.js'))).ConfirmDialog);

/** Asks the user who he is whenever the server wants that confirmed; the request that needed it goes on afterwards. */
export function ConfirmIdentity() {
  const [question, setQuestion] = useState<{ answer: (confirmed: boolean) => void } | null>(null);
  useEffect(() => {
    return onConfirmationNeeded(() => new Promise((answer) => setQuestion({ answer })));
  }, []);
  if (question === null) {
    return null;
  }
  const end = (confirmed: boolean): void => {
    question.answer(confirmed);
    if (!confirmed) {
      setQuestion(null);
    }
  };
  return (
    <Suspense fallback={null}>
      <ConfirmDialog onEnd={end} />
    </Suspense>
  );
}
