import {
  DeleteOutlined,
  DisconnectOutlined,
  EditOutlined,
  EyeOutlined,
  ImportOutlined,
  PlusOutlined,
  RetweetOutlined,
  SwapOutlined,
} from '@ant-design/icons';
import type { PlanAction } from '@switchyard/contracts';
import type { ComponentType } from 'react';

interface Look {
  tone: 'red' | 'volcano' | 'gold' | 'green' | 'blue' | 'grey';
  Icon: ComponentType<{ 'aria-hidden': true }>;
}

/** Tone and icon of each action; the word stands beside them. */
export const ACTION_LOOKS: Readonly<Record<PlanAction, Look>> = {
  delete: { tone: 'red', Icon: DeleteOutlined },
  replace: { tone: 'volcano', Icon: RetweetOutlined },
  update: { tone: 'gold', Icon: EditOutlined },
  create: { tone: 'green', Icon: PlusOutlined },
  import: { tone: 'blue', Icon: ImportOutlined },
  move: { tone: 'blue', Icon: SwapOutlined },
  forget: { tone: 'grey', Icon: DisconnectOutlined },
  read: { tone: 'grey', Icon: EyeOutlined },
};
