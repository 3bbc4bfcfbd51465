import { CloseOutlined, DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input, type InputRef } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Hint } from '../../actions/hint.js';
import { useDelayed } from '../../../lib/use-delayed.js';
import { AROUND } from './context-lines.js';
import type { FindSession, FindStatus } from './find-session.js';
import { LevelMenu } from './level-menu.js';
import type { LogLabels } from '../labels.js';

interface FindBarProps {
  find: FindSession;
  state: FindStatus;
  labels: LogLabels;
  /** Changes each time the reader opens the bar, also when it is open. */
  openings: number;
  onClose(): void;
}

export function FindBar({ find, state, labels, openings, onClose }: FindBarProps) {
  const input = useRef<InputRef>(null);
  useEffect(() => {
    input.current?.focus({ cursor: 'all' });
  }, [openings]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') {
      return;
    }
    event.preventDefault();
    find.step(event.shiftKey ? -1 : 1);
  };
  const none = state.found.lines.length === 0;
  return (
    <div className="sy-log-find" role="search">
      <Input
        ref={input}
        size="small"
        value={state.query.q}
        prefix={<SearchOutlined aria-hidden />}
        suffix={<Count state={state} labels={labels} />}
        placeholder={labels.findPlaceholder}
        aria-label={labels.find}
        maxLength={500}
        status={state.phase === 'failed' ? 'error' : ''}
        onChange={(event) => find.setQuery({ q: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <Tool
        label={labels.previousHit}
        disabled={none}
        onClick={() => find.step(-1)}
        icon={<UpOutlined aria-hidden />}
      />
      <Tool label={labels.nextHit} disabled={none} onClick={() => find.step(1)} icon={<DownOutlined aria-hidden />} />
      <Options find={find} state={state} labels={labels} />
      <span className="sy-log-hint">
        <kbd>{labels.enterKey}</kbd> {labels.next} <kbd>{labels.shiftEnterKey}</kbd> {labels.previous}
      </span>
      <Tool label={labels.closeFind} onClick={onClose} icon={<CloseOutlined aria-hidden />} />
    </div>
  );
}

function Options({ find, state, labels }: Pick<FindBarProps, 'find' | 'state' | 'labels'>) {
  const { query, onlyMatches, around } = state;
  return (
    <>
      <i className="sy-log-rule" />
      <Tool
        label={labels.matchCase}
        on={query.caseSensitive}
        onClick={() => find.setQuery({ caseSensitive: !query.caseSensitive })}
      >
        Aa
      </Tool>
      <Tool label={labels.regex} on={query.regex} onClick={() => find.setQuery({ regex: !query.regex })}>
        <code>.*</code>
      </Tool>
      <i className="sy-log-rule" />
      <Button
        type="text"
        size="small"
        className={onlyMatches ? 'sy-log-on' : ''}
        aria-pressed={onlyMatches}
        onClick={() => find.setOnlyMatches(!onlyMatches)}
      >
        {labels.onlyMatches}
      </Button>
      <Tool label={labels.invert} on={query.invert} onClick={() => find.setInvert(!query.invert)}>
        ≠
      </Tool>
      <LevelMenu find={find} labels={labels} />
      {onlyMatches && (
        <Tool label={labels.contextLines(around)} on={around > 0} onClick={() => find.setAround(nextAround(around))}>
          ±{around}
        </Tool>
      )}
    </>
  );
}

const nextAround = (around: number): number => AROUND.find((lines) => lines > around) ?? AROUND[0];

interface ToolProps {
  label: string;
  onClick(): void;
  on?: boolean;
  disabled?: boolean;
  icon?: ReactNode;
  children?: ReactNode;
}

function Tool({ label, on, disabled = false, icon, children, onClick }: ToolProps) {
  return (
    <Hint title={label}>
      <Button
        type="text"
        size="small"
        className={on ? 'sy-log-option sy-log-on' : 'sy-log-option'}
        icon={icon}
        disabled={disabled}
        aria-label={label}
        {...(on === undefined ? {} : { 'aria-pressed': on })}
        onClick={onClick}
      >
        {children}
      </Button>
    </Hint>
  );
}

function Count({ state, labels }: Pick<FindBarProps, 'state' | 'labels'>) {
  const isLong = useDelayed(state.phase === 'searching', 400);
  return (
    <span className="sy-log-count" role="status">
      {isLong && state.found.next === null ? labels.searching : countText(state, labels)}
    </span>
  );
}

function countText({ phase, fault, found, current }: FindStatus, labels: LogLabels): string {
  if (phase === 'failed') {
    return labels.searchFaults[fault];
  }
  if (phase === 'searching' && found.next !== null) {
    return labels.searchedTo(found.count, found.next);
  }
  if (phase !== 'done') {
    return '';
  }
  return found.count === 0 ? labels.noHits : labels.hitOf(current < 0 ? '–' : current + 1, found.count);
}
