import { Suspense, useEffect, useState } from 'react';
import { onSignInNeeded } from '../../api/session-end.js';
import { withTexts } from '../../lib/all-texts.js';
import { hasTyped } from '../../lib/unsaved.js';
import { late } from '../../components/feedback/late.js';

const SignInDialog = late(async () => (await withTexts(import('./sign-in-dialog.js'))).SignInDialog);

/** Lets people sign in over a form when their session has ended; without one the sign-in page comes. */
export function SignInAgain() {
  const [question, setQuestion] = useState<{ answer: (isBack: boolean) => void } | null>(null);
  useEffect(() => {
    return onSignInNeeded(() =>
      hasTyped() ? new Promise((answer) => setQuestion({ answer })) : Promise.resolve(false),
    );
  }, []);
  if (question === null) {
    return null;
  }
  const end = (isBack: boolean): void => {
    setQuestion(null);
    question.answer(isBack);
  };
  return (
    <Suspense fallback={null}>
      <SignInDialog onEnd={end} />
    </Suspense>
  );
}
