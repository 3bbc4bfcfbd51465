import {
  BranchesOutlined,
  CheckOutlined,
  ClusterOutlined,
  FileTextOutlined,
  KeyOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useProject } from '../../components/page/project-context.js';
import type { ProjectParts, StepName, StepStatus } from './steps.js';

const icons: Readonly<Record<StepName, ReactNode>> = {
  key: <KeyOutlined aria-hidden />,
  repository: <BranchesOutlined aria-hidden />,
  inventory: <ClusterOutlined aria-hidden />,
  template: <FileTextOutlined aria-hidden />,
  run: <PlayCircleOutlined aria-hidden />,
};

const pages: Readonly<Record<StepName, string>> = {
  key: 'keys',
  repository: 'repositories',
  inventory: 'inventory',
  template: 'templates',
  run: 'history',
};

/** Name of what a done step made. */
function madeName(name: StepName, { keys, repositories, inventories, templates }: ProjectParts): string | undefined {
  switch (name) {
    case 'key':
      return keys.find(({ type }) => type !== 'none')?.name;
    case 'repository':
      return repositories[0]?.name;
    case 'inventory':
      return inventories[0]?.name;
    default:
      return templates[0]?.name;
  }
}

interface GuideStepProps {
  number: number;
  name: StepName;
  state: StepStatus;
  parts: ProjectParts;
  onStart: () => void;
}

function StepButton({ name, state, onStart }: Pick<GuideStepProps, 'name' | 'state' | 'onStart'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useProject();
  if (state === 'done') {
    return (
      <Button type="text" onClick={() => void navigate(`/project/${projectId}/${pages[name]}`)}>
        {t('guide.edit')}
      </Button>
    );
  }
  return (
    <Button
      type={state === 'now' ? 'primary' : 'default'}
      disabled={state === 'later'}
      icon={icons[name]}
      onClick={onStart}
    >
      {t(`guide.${name}.button`)}
    </Button>
  );
}

/** One line of the guide: number or tick, what it is for, and its button. */
export function GuideStep({ number, name, state, parts, onStart }: GuideStepProps) {
  const { t } = useTranslation();
  const made = state === 'done' ? madeName(name, parts) : undefined;
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className="sy-guide-number">
        {state === 'done' ? <CheckOutlined aria-label={t('guide.done')} /> : number}
      </span>
      <div className="sy-grow">
        <b>{t(`guide.${name}.title`)}</b>
        <p>{made ?? t(`guide.${name}.text`)}</p>
      </div>
      <StepButton name={name} state={state} onStart={onStart} />
    </li>
  );
}
