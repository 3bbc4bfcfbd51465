import type { KeyProblem } from '@switchyard/contracts';
import { WarningOutlined } from '@ant-design/icons';
import { asSentence } from '../../lib/as-sentence.js';
import { problemWords } from '../../lib/problem-words.js';

/** Why a private key opens nothing. */
export function KeyProblemText({ problem }: { problem: KeyProblem }) {
  return (
    <span>
      <WarningOutlined aria-hidden /> {asSentence(problemWords({ code: problem, params: {} }))}
    </span>
  );
}
